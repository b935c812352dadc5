/** What each environment variable is for. */
export const variableMeanings: Record<string, string> = {
  PORT: 'The port of `serve`.',
  NOTEWRIGHT_ADDRESS: 'The address on which `serve` listens.',
  NOTEWRIGHT_LOCAL_ROOT: 'The folder of repositories for `serve`, instead of `--local`.',
  NOTEWRIGHT_LOCAL_TOKEN:
    'The token for local repositories. A new one is generated on each start if it is not set.',
  NOTEWRIGHT_HOST: 'The host for requests that name none: `local` with `--local`, otherwise `github`.',
  NOTEWRIGHT_HOSTS:
    'More hosts, as a JSON list of objects with `name`, `kind` (`github`, `gitlab`, `gitea`, `bitbucket` or `git`), `url`, and optionally `apiUrl` and `user`. A built-in name replaces that host. See [hosts and tokens](../guides/hosts.md).',
  NOTEWRIGHT_ALLOW_HTTP:
    '`1` allows hosts and gateways over plain HTTP. Otherwise plain HTTP works only on this machine.',
  NOTEWRIGHT_TOKEN: 'The host token of the command line and `mcp`, for every host. `serve` never uses it.',
  GITHUB_TOKEN: 'The same for GitHub.',
  GITLAB_TOKEN: 'The same for GitLab.',
  GITEA_TOKEN: 'The same for Gitea and Forgejo.',
  BITBUCKET_TOKEN: 'The same for Bitbucket.',
  CI_JOB_TOKEN: 'The token of a GitLab job, used if `GITLAB_TOKEN` is not set.',
  GITHUB_SERVER_URL: 'The URL of the built-in host `github`, as GitHub Actions sets it.',
  GITHUB_API_URL: 'The URL of its REST API.',
  GITHUB_GRAPHQL_URL: 'The URL of its GraphQL API.',
  CI_SERVER_URL: 'The URL of the built-in host `gitlab`, as GitLab CI sets it.',
  NOTEWRIGHT_GATEWAY_URL:
    'The base URL of the language-model gateway, up to `/v1`. OpenRouter if it is not set.',
  OPENROUTER_BASE_URL: 'Used if `NOTEWRIGHT_GATEWAY_URL` is not set.',
  OPENAI_BASE_URL: 'Used if neither of these is set.',
  NOTEWRIGHT_MODEL: 'The model for requests that name none.',
  NOTEWRIGHT_CHECK: 'How entries of a model are checked: `full`, `suspected` or `words`.',
  NOTEWRIGHT_GATEWAY_KEY: "The operator's model key, for requests without a key.",
  NOTEWRIGHT_API_KEY: 'The model key of the command line. `serve` never uses it.',
  OPENROUTER_API_KEY: 'Used if `NOTEWRIGHT_API_KEY` is not set.',
  OPENAI_API_KEY: 'Used instead if `OPENAI_BASE_URL` is the gateway.',
  NOTEWRIGHT_SECRET:
    'Encrypts the data that replicas share, and hashes the tokens that identify callers for rate limits. At least 16 characters. This or `NOTEWRIGHT_SECRET_FILE` is required with `REDIS_URL`; otherwise a new one is generated on each start.',
  NOTEWRIGHT_SECRET_FILE:
    'A file with the secret, for processes on one machine. It is created with a random secret if it does not exist. `NOTEWRIGHT_SECRET` takes precedence.',
  NOTEWRIGHT_SECRET_PREVIOUS: 'The previous secret. Data that was encrypted with it can still be decrypted.',
  REDIS_URL: 'The Redis in which replicas share limits, answers and the queue (`redis://` or `rediss://`).',
  NOTEWRIGHT_MAX_IN_FLIGHT:
    'The maximum number of concurrent requests in one process. Further requests get 503.',
  NOTEWRIGHT_SHED_DELAY_MS:
    'The server returns 503 while every turn of its event loop is later than this number of milliseconds, for at least three samples. `0` turns this off.',
  NOTEWRIGHT_ALLOWED_ORIGINS: 'Origins whose pages may call the service from a browser, separated by commas.',
  NOTEWRIGHT_SERVER_NAMES:
    'The names in the `Host` header that `serve` answers for, separated by commas, in addition to IP addresses and `localhost`. `*` is any name. By default none on a loopback address, and any on others. Set it behind a proxy that passes on the public name.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'The collector to which `serve` and `worker` send traces (OTLP over HTTP, in JSON).',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'The same, as the full URL for traces.',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers for the collector, as `name=value` separated by commas.',
  OTEL_SERVICE_NAME: 'The name of the service in traces.',
  NOTEWRIGHT_MAX_COMMITS:
    'The largest range. Default: 2,000 commits per request, 100,000 on the command line.',
  NOTEWRIGHT_RATE: 'Requests per minute for each token.',
  NOTEWRIGHT_CONCURRENCY: 'Concurrent requests for each token.',
  NOTEWRIGHT_LISTING_RATE:
    "Requests of the editor's pickers per minute for each token. At most twice `NOTEWRIGHT_CONCURRENCY` of them run at the same time.",
  NOTEWRIGHT_DEADLINE_MS: 'The maximum time for an answer, in milliseconds.',
  LOG_LEVEL: 'The level of the log on standard error. It contains no credentials and no commit text.',
}
