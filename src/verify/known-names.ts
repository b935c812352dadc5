/** Acronyms of things that every program has; a text may use them freely. */
export const plainAcronyms = new Set(
  'api cli cpu css html http https id io json ok os sql ui url uri utc'.split(' '),
)

/** Abbreviations of plain words. */
export const abbreviations = new Set(['e.g', 'i.e', 'etc', 'vs', 'a.m', 'p.m'])

/** Words that occur in pairs, as in read/write. */
export const pairWords = new Set(
  'and or read write input output in out on off yes no i o client server true false start end up down left right open close min max before after tcp ip get set add remove show hide'.split(
    ' ',
  ),
)

/** Product names that have no other meaning, in upper or lower case. */
export const productNames = new Set(
  'android angular anthropic azure bitbucket chromium cloudflare codeberg debian deno django docker elasticsearch facebook fedora firebase firefox forgejo gitea github gitlab google gradle grafana graphql heroku homebrew instagram java javascript jenkins jira kafka kotlin kubernetes laravel linkedin linux macos mariadb microsoft mongodb mysql netlify nginx nvidia openai openssl paypal podman postgres postgresql prometheus python redis salesforce shopify spotify sqlite svelte telegram terraform tiktok twitter typescript ubuntu vercel webpack whatsapp wordpress youtube'.split(
    ' ',
  ),
)

/** Product names that are plain words in lower case. */
export const capitalProducts = new Set(
  'apple amazon claude electron oracle react stripe vue windows'.split(' '),
)

/** Other names that commits use for a product. */
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

/** Function words, which titles often capitalise. */
export const functionWords = new Set(
  'a an the and or but nor for of to in on at by from with without into onto over under as is are be it its this that these those when while if then than not no all any each every new more less via per i'.split(
    ' ',
  ),
)
