# The service as an image. The first stage bundles it; the second has the bundle, Node and git.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json build.ts bundle.ts LICENSE ./
COPY src ./src
COPY ci/action ./ci/action
COPY web ./web
RUN npm run -s build

FROM node:24-alpine
# Only the host `local` runs git; every other host is asked over HTTP.
# A volume at this path keeps the secret of a single machine (compose.yaml).
RUN apk add --no-cache git && mkdir /var/lib/notewright && chown node:node /var/lib/notewright
WORKDIR /app
COPY --from=build /app/dist ./dist
COPY --from=build /app/web/dist ./web/dist
COPY package.json LICENSE ./
ENV NODE_ENV=production NOTEWRIGHT_ADDRESS=0.0.0.0 PORT=3000
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/main.js"]
CMD ["serve"]
