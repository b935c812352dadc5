const names = new Map(
  `GitHub GitLab Gitea Bitbucket JavaScript TypeScript CoffeeScript WebAssembly macOS iOS iPadOS Linux FreeBSD OpenBSD NetBSD
  Ubuntu Debian Fedora Android JSON JSONP YAML TOML XML HTML XHTML CSS SCSS CSV PDF SVG PNG JPEG WebP GIF HTTP HTTPS TLS SSL SSH
  TCP UDP DNS DHCP IPv4 IPv6 URL URLs URI URIs UUID UUIDs API APIs SDK CLI CPU CPUs GPU GPUs SQL JWT OAuth OAuth2 OIDC SAML LDAP CSRF
  XSS SSRF CORS GraphQL gRPC PostgreSQL MySQL MariaDB MongoDB SQLite Redis Elasticsearch Kubernetes OpenSSL OpenTelemetry
  Unicode ASCII Markdown Firefox PowerShell WebSocket WebSockets WebGL WebGPU WebRTC README`
    .trim()
    .split(/\s+/)
    .map((name) => [name.toLowerCase(), name]),
)
// Other spellings that people use.
for (const spelling of ['MacOS', 'Mac OS', 'MacOs', 'Mac OS X', 'OS X', 'OSX']) names.set(spelling, 'macOS')
for (const [spelling, name] of [
  ['Github', 'GitHub'],
  ['Gitlab', 'GitLab'],
  ['Javascript', 'JavaScript'],
  ['Typescript', 'TypeScript'],
  ['Graphql', 'GraphQL'],
  ['Postgresql', 'PostgreSQL'],
  ['Mysql', 'MySQL'],
  ['Sqlite', 'SQLite'],
  ['Mongodb', 'MongoDB'],
  ['Json', 'JSON'],
  ['Yaml', 'YAML'],
  ['Html', 'HTML'],
  ['Http', 'HTTP'],
  ['Https', 'HTTPS'],
  ['Url', 'URL'],
  ['Urls', 'URLs'],
  ['Powershell', 'PowerShell'],
  ['Websocket', 'WebSocket'],
  ['Websockets', 'WebSockets'],
  ['Freebsd', 'FreeBSD'],
  ['Openssl', 'OpenSSL'],
] as const)
  names.set(spelling, name)

// A name that is part of a longer one, of a path or of a command keeps its spelling: `http-proxy`, `json.dumps`.
const word =
  /(?<![\p{L}\p{N}_.@/$:#'"`\\-]|\b(?:[Rr]equire|[Ii]mport|gem|crate|module|package|[Ii]nstall) )(?:Mac OS(?: X)?|OS X|[A-Za-z]{3,13}[0-9]?)(?![\p{L}\p{N}_@/:=([\\-]|\.\p{L}|'(?!s\b)|"| --?\w)/gu

/** Writes well-known names with their own capitals: `GitHub`, `JSON`, `macOS`. Only for plain text, never for code. */
export function capitaliseNames(text: string): string {
  return text.replace(word, (found) => names.get(found) ?? found)
}
