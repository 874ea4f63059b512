"""Name words: the closed lists that tell a name from what only looks like one.

Everything here is lower case. A list grows when a word is met that names nothing in particular; no
word of it is a matter of one store. Patterns are compiled when first asked for: most of what hooks read
asks for none, and they take longer than the rest of it.
"""

import re
from functools import cache


def words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# --- what is measured, counted or numbered ---------------------------------

UNITS = words(
    """
    am b pp bit bits bn bps byte bytes cm core cores cpu cpus day days db deg dpi em eur fps fr gb gbit gbps gbs ghz gi
    gib gpu hour hours hr hrs hz iops kb kbit kbps kbs kg khz ki kib km kt kw kwh lb lines loc ma mah mb mbit mbps
    mbs mg mhz mi mib min mins mio ml mm ms mv mw nm ns oz pb pct pm ppi pt px qps rad rem rpm rps sec secs tb tbs
    ti tib tok tokens tps us usd vh vw week wh wpm µs μs
    """
)
MONTHS = "[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec"

# --- formats, platforms, protocols, sizes of numbers -------------------------

FORMATS = words(
    """
    2to3 7zip a11y aarch64 aes128 aes192 aes256 amd64 arg0 arg1 arg2 argv0 arm32 arm64 arm64v8 armhf7 armv5 armv6
    armv7 armv7l armv8 ascii85 av1 b2b b2c base16 base32 base58 base64 big5 blake2 blake2b blake2s blake3 bz2 bzip2
    c11 c17 c23 c89 c99 chacha20 cp1252 cp437 cp932 crc32 crc64 css3 curve25519 cygwin64 debug1 debug2 debug3
    docker0 dos2unix e2e ed25519 en0 en1 es5 es6 eth0 ext2 ext3 ext4 f2py fat16 fat32 gb18030 group14 gzip2 h1 h2
    h264 h265 h2c h3 html4 html5 http09 http1 http10 http11 http2 http3 i18n i386 i486 i586 i686 id3 id3v2 imap4
    inet4 inet6 ipv4 ipv6 iso8601 iso8859 iso88591 jpeg2000 k8s l10n latin1 level0 level1 level2 linux2 linux32
    linux64 lo0 log4j lz4 m4a m4v md4 md5 mingw32 mingw64 mips64 mod11 mp3 mp4 mpeg2 mpeg4 md5sum sha1sum sha256sum msys2 nfs3 nfs4 node10
    npm2 null0 oauth1 oauth2 p12 p256 p2p pip3 pkcs1 pkcs12 pkcs8 poly1305 pop3 ppc64 ppc64le rc4 rfc2822 rfc3339
    rfc5322 rfc822 riscv64 rsa2048 rsa4096 s2s s390x sda1 sha1 sha2 sha224 sha256 sha3 sha384 sha512 smb2 smb3 smtp2
    sntrup761x25519 socks4 socks5 sparc64 sqlite3 ssl3 stderr2 stdin0 stdout1 tcp4 tcp6 tls1 tls12 tls13 tty0 tty1
    ucs2 udp4 udp6 utf16 utf16be utf16le utf32 utf8 vp8 vp9 vt100 wasm32 wasm64 web2 web3 webp2 win32 win64 wlan0
    x25519 x509 x64 x86 x8664 xhtml1 xterm256 xterm256color xxh3 xxh64 zip64
    """
)


@cache
def versioned() -> re.Pattern[str]:
    return re.compile(
        r"(?:python|py|cp|pypy|cpython|node|nodejs|java|jdk|jre|openjdk|go|ubuntu|debian|fedora|rhel|el|centos|alpine|macos|osx"
        r"|darwin|windows|win|ios|ipados|android|php|ruby|perl|lua|gcc|clang|llvm|msvc|vc|glibc|libc|musl|cuda|es|ecma|ecmascript"
        r"|manylinux|musllinux|abi|cxx|cpp|gnu|std|openssl|openssh|libssl|libstdc|qt|gtk|vue|angular|react)[-_]?\d{1,4}[a-z]?"
        r"|(?:u|i|f|int|uint|float|double|complex|char|bf|fp|bool|vec|mat|simd|avx|sse|neon|size|word|reg)"
        r"(?:2|3|4|8|16|32|64|128|256|512|1024)(?:_?t)?"
        r"|p(?:50|75|90|95|98|99|999)|r@?\d|q[1-4]|y2k|g[1-8]|20\d\d(?:h|q)[1-4]|h[12]"
    )


@cache
def stand_ins() -> re.Pattern[str]:
    return re.compile(
        r"(?:abc|def|xyz|foo|bar|baz|qux|test|tests|user|key|value|val|obj|item|arg|param|var|col|row|count|example|sample"
        r"|dummy|name|file|line|word|text|str|num|tmp|temp|tool|fake|mock|sess|id)[-_]?\d+"
    )


@cache
def sequences() -> re.Pattern[str]:
    """A step among steps, which names a moment of the work and no thing."""
    return re.compile(
        r"(?:run|round|ch|chap|chapter|step|phase|part|pass|iter|iteration|attempt|try|trial|batch|wave|stage|sprint|week|day"
        r"|session|turn|take|draft|page|section|sec|fig|figure|table|appendix|lesson|episode|level|item|task|job|exp|experiment"
        r"|case|option|variant|milestone|vol|volume|book|scene|act|seed|fold|epoch)[-_]?\d{1,4}[a-z]?|s\d{1,3}"
    )


MEDIA = words(
    """
    application audio font image message model multipart text video
    """
)

# --- files -------------------------------------------------------------------

FILES = words(
    """
    7z a ac adoc am ambr apk asc asm avi bak bash bat bin bmp bz2 c cc cer cfg cjs ckpt class clj cmake cmd conf
    config cpp crt cs csr css csv cts cxx d dart dat data db deb desktop diff dll dmg doc docx dump dylib egg ejs el
    env eps epub erb erl ex exe exs fish flac fs gemspec gguf gif go gpg gradle graphql gz h h5 hbs hcl heic hh hpp
    hs htm html http hxx ico img in ini ipynb iso j2 jar java jl jpeg jpg js json json5 jsonc jsonl jsx key kt kts
    less lib lisp ll lock log lua m map md mdx min mjs mk mkv ml mli mm mo mod mov mp3 mp4 mts ndjson nim npy npz o
    obj odt ogg onnx orig otf out p12 parquet patch pdf pem pfx php pid pkg pkl pl plist pm png po podspec pot
    ppt pptx properties proto ps ps1 pth pub py pyc pyd pyi pyx qcow2 r rar rb rej rest rkt rpm rs rst rules s
    safetensors sass sbt scala scm scss service sh shm sig snap so sock socket sql sqlite sqlite3 sum svelte svg
    swift swp tar tex tf tfstate tfvars tgz tiff timer tmp tmpl toml tpl ts tsv tsx ttf txt v vb vhd vhdx vi vim
    vmdk vue wal war wasm wav webp whl woff woff2 work xhtml xls xlsx xml xsl xz yaml yml zig zip zsh zst
    """
)

# --- top-level domains that code and prose write after a dot as often ---------

ALSO_WORDS = words(
    """
    abc    active actor am app art as at audio author auto band bar be best bid bio black blue bond book bot box build
    builders business buy cab call cam cards care career case cash cat center channel charity chat cheap city click
    clothing club codes coffee cold college community company compare computer contact contractors cool country
    coupon credit data date day deal dealer delivery design diet direct directory discount do docs dog domains dot
    download drive duck earth eat email energy events exchange expert exposed express fail family fan fans farm fast
    feedback film final finance fire fish fit fly foo food forum foundation free fun fund game games gay gift gifts
    gives glass global gold got graphics gratis green group guide hair haus health help here host hosting hot house
    how id im in inc industries info ing ink institute insure int international is it jobs js la land lease life
    lighting like limited limo link live loan locker lol love luxe mail maison management map market marketing
    markets me media men menu mini mobile moe moi mom money monster my name navy network new news next no now
    observer one open pay pet phone photo photos pics pictures pid pin ping pink place play plus pm post press prime
    pro productions prof promo properties property protection pub py racing read red rent repair report rest review
    reviews rich rip room rs run safe sale save school science search secure security select services sh shop show
    silk site ski skin so social software sol space spot st store stream studio style sucks supplies supply support
    surf systems talk target tax team technology tel tips to today tools top total town trade trading training
    travel trust tube type types us ventures vet video vision voice vote watch watches weather webcam win wine work
    works world wow you zero zone
    """
)
PRIVATE = words("local lan internal home")  # of a network of one's own; a name there has a digit or a hyphen
REVERSED = words(
    """
    android com dev edu gov io jakarta java javax kotlin net org scala
    """
)
EVERYWHERE = words(
    """
    users.noreply.github.com gmail.com
    api.github.com bit.ly claude.ai crates.io developer.mozilla.org docker.io docs.github.com docs.python.org
    docs.rs example.com example.net example.org ghcr.io gist.github.com github.com gitlab.com golang.org google.com
    img.shields.io json-schema.org nodejs.org pkg.go.dev raw.githubusercontent.com schema.org stackoverflow.com
    www.github.com www.google.com www.w3.org
    ado.net api.anthropic.com api.nuget.org api.openai.com archive.ubuntu.com asp.net codeload.github.com deb.debian.org
    dl-cdn.alpinelinux.org files.pythonhosted.org gcr.io git.io hub.docker.com index.crates.io mcr.microsoft.com
    npmjs.com nuget.org objects.githubusercontent.com opensource.org packagist.org plugins.gradle.org ports.ubuntu.com
    proxy.golang.org pypi.org quay.io registry-1.docker.io registry.k8s.io registry.npmjs.org registry.yarnpkg.com
    repo.maven.apache.org repo.packagist.org repo1.maven.org rubygems.org security.debian.org security.ubuntu.com socket.io
    static.crates.io static.rust-lang.org sum.golang.org vb.net www.apache.org www.npmjs.com www.python.org
    """
)
FORGES = words(
    """
    bitbucket.org codeberg.org ghcr.io git.sr.ht github.com gitlab.com www.github.com
    """
)

# --- pairs around a slash that are no owner and repository --------------------

BESIDE_A_SLASH = words(
    """
    localhost
    a actions add after agents an and android api app apps are assets async await backend before begin bench
    benchmarks bin bottom branch bugfix build by cache cases catch cd checkpoint checkpoints chore ci claude cli
    client close cmd codex column columns commands common components conf config configmap configs contents
    controllers core create cronjob css csv cursor darwin data day debug decode decoder delete deployment
    deployments dev develop dir disable disabled dist doc docs down edit else enable enabled encode encoder end
    error errors etc ether example examples fail failure false feat feature features file files fix fixtures folder
    folders fonts for from frontend ftp gemini get git global go he head heads her hg hide him his home hooks hotfix
    hour html http https icons id ids if images img in include includes info ingress inner input install internal
    ios is it its job js json key keys left lib libs line lines link linux local locale log login logout logs
    loopback mac macos main master max media migrations min minute mnt models modules month name names namespace new
    no node node_modules nodes none not note notes null of off old on open opt or origin out outer output packages
    pages pass path paths per pkg plugins pod pods private proc prod production projects public pull push put py
    read reads receive refactor refs release releases remote remotes remove request resource resources response
    results right root routes row rows rules sbin schema schemas script scripts sec second secret secrets send
    server service services session sessions set settings setup shared she shell show skills sql src ssh staging
    start static stderr stdin stdout stop store stores stub styles success surprise svn sync sys tag tags target tcp
    team teardown templates test testing tests that the they this tmp to toml tools top topic true try ts types udp
    ui uninstall unix up update upstream user users usr util utils value values var vault vendor views warning
    warnings was web week while windows with without workflows write writes xml yaml year yes
    """
)

# --- what is written like an identifier and names nothing of a project ---------

BRANDS = words(
    """
    airbnb appimage applescript bitbucket bluetooth camelcase chatgpt circleci clickhouse cloudflare cloudformation
    cockroachdb codecov codemirror coderabbit coffeescript couchdb deepmind deepseek devops digitalocean duckdb
    dynamodb elasticsearch facebook fastapi fedex freebsd github githubactions gitlab gitops goreleaser graphql
    haproxy huggingface influxdb intellij javascript jetbrains jsdoc kubectl latex libreoffice linkedin livekit
    lowercase mariadb mathjax mongodb mysql netbsd newrelic nodejs numpy onedrive onenote openai openapi
    openbsd opencode openssh openssl openstreetmap opentelemetry pascalcase paypal phpstorm playstation postgresql
    powerpoint powershell pycharm pypi pytorch rabbitmq readme readthedocs redhat restructuredtext runpod scikit
    scylladb sharepoint snakecase socketio sonarqube sourceforge splashtop sqlalchemy sqlite stackoverflow
    streamlit svelte tensorflow timescaledb tiktok typescript unixodbc virtualbox vmware vscode webassembly webkit
    webpack websocket websockets whatsapp wikipedia wordpress workos youtube zshrc
    """
)
SETTINGS = words(  # of systems, languages and builders: they stand in every environment that is printed
    """
    aws_access_key_id aws_default_region aws_profile aws_region aws_secret_access_key aws_session_token cargo_home
    cmake_build_type compose_project_name database_url debian_frontend docker_buildkit docker_host exit_failure
    exit_success git_author_email git_author_name git_committer_email git_committer_name git_dir git_ssh_command
    github_actions github_actor github_env github_event_name github_output github_ref github_repository github_sha
    github_step_summary github_token github_workspace go_version google_application_credentials http_proxy https_proxy
    java_home java_opts jvm_opts lc_all lc_ctype ld_library_path ld_preload log_level maven_opts no_color no_proxy
    node_env node_extra_ca_certs node_options node_version npm_config_registry npm_token path_max pip_index_url
    pnpm_home postgres_db postgres_password postgres_user pytest_addopts python_version rails_env redis_url runner_os
    rust_backtrace rust_log rustup_home secret_key shell_session_id size_max ssh_auth_sock term_program
    virtual_env xdg_cache_home xdg_config_home xdg_data_home xdg_runtime_dir
    """
)
BUILT_IN = words(
    """
    containercreating crashloopbackoff createcontainerconfigerror errimagepull imagepullbackoff lower_up oomkilled
    arithmeticerror arrayindexoutofboundsexception assertionerror asynciterator attributeerror baseexception
    blockingioerror brokenpipeerror buffererror bytearray childprocesserror classnotfoundexception
    connectionaborterror connectionerror connectionrefusederror connectionreseterror datetime dataframe
    deprecationwarning eoferror evalerror exceptiongroup fileexistserror filenotfounderror floatingpointerror
    formdata futurewarning generatorexit hashmap hashset illegalargumentexception illegalstateexception
    importerror indentationerror indexerror internalerror interruptederror ioexception isadirectoryerror keyerror
    keyboardinterrupt lookuperror memoryerror modulenotfounderror nameerror noclassdeffounderror notadirectoryerror
    notimplementederror nullpointerexception oserror overflowerror pathlib permissionerror processlookuperror
    rangeerror recursionerror referenceerror resourcewarning runtimeerror runtimeexception runtimewarning
    stopasynciteration stopiteration stringbuilder syntaxerror syntaxwarning systemerror systemexit
    aggregateerror argumenterror argumentexception argumentnullexception arraybuffer arraylist classcastexception
    completablefuture concurrenthashmap concurrentmodificationexception domexception filenotfoundexception formatexception
    indexoutofboundsexception indexoutofrangeexception interruptedexception invalidoperationexception linkedhashmap linkedlist
    nomethoderror nosuchelementexception nosuchmethoderror notsupportedexception nullreferenceexception numberformatexception
    objectdisposedexception outofmemoryerror outofmemoryexception socketexception sqlexception stackoverflowerror
    standarderror stringbuffer taskcanceledexception timeoutexception typedarray unsupportedoperationexception
    urlsearchparams xmlhttprequest
    taberror timeouterror typeerror unboundlocalerror unhandledpromiserejectionwarning unicodedecodeerror
    unicodeencodeerror unicodeerror urierror userwarning valueerror weakmap weakset zerodivisionerror
    """
)
