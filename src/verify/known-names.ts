/** Short for things that every program has; they claim nothing. */
export const plainAcronyms = new Set(
  'api cli cpu css html http https id io json ok os sql ui url uri utc'.split(' '),
)

/** Short for plain words. */
export const abbreviations = new Set(['e.g', 'i.e', 'etc', 'vs', 'a.m', 'p.m'])

/** Words that are said in pairs, as in read/write. */
export const pairWords = new Set(
  'and or read write input output in out on off yes no i o client server true false start end up down left right open close min max before after tcp ip get set add remove show hide'.split(
    ' ',
  ),
)

/** Names of products that are nothing else; a sentence may begin with them, and people write them small. */
export const productNames = new Set(
  'android angular anthropic azure bitbucket chromium cloudflare codeberg debian deno django docker elasticsearch facebook fedora firebase firefox forgejo gitea github gitlab google gradle grafana graphql heroku homebrew instagram java javascript jenkins jira kafka kotlin kubernetes laravel linkedin linux macos mariadb microsoft mongodb mysql netlify nginx nvidia openai openssl paypal podman postgres postgresql prometheus python redis salesforce shopify spotify sqlite svelte telegram terraform tiktok twitter typescript ubuntu vercel webpack whatsapp wordpress youtube'.split(
    ' ',
  ),
)

/** The same, but each is a plain word as well when it is written small. */
export const capitalProducts = new Set(
  'apple amazon claude electron oracle react stripe vue windows'.split(' '),
)

/** What commits call them for short. */
export const otherNames = new Map([
  ['elasticsearch', ['elastic', 'es']],
  ['github', ['gh']],
  ['javascript', ['js']],
  ['kubernetes', ['k8s', 'kube']],
  ['macos', ['mac', 'osx', 'darwin']],
  ['mongodb', ['mongo']],
  ['postgres', ['postgresql', 'pg', 'psql']],
  ['postgresql', ['postgres', 'pg', 'psql']],
  ['python', ['py']],
  ['typescript', ['ts']],
  ['windows', ['win', 'win32', 'msvc']],
])

/** Words that tie others together, in a title often with a capital. */
export const smallWords = new Set(
  'a an the and or but nor for of to in on at by from with without into onto over under as is are be it its this that these those when while if then than not no all any each every new more less via per i'.split(
    ' ',
  ),
)
