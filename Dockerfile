# Runs the product from source; only the web app is built. ROLE selects `web`, `worker`, `signer` or `all`.
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json tsconfig.base.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY sandbox/package.json sandbox/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY packages/client/package.json packages/client/

FROM manifests AS web
RUN npm ci --no-audit --no-fund --ignore-scripts --workspace=@sterling/contract --workspace=@sterling/web
COPY contract contract
COPY web web
COPY proof proof
COPY scripts/web-build.ts scripts/web-build.ts
RUN node scripts/web-build.ts

FROM manifests AS packages
# type declarations and source maps are a third of the packages, and nothing reads them
RUN npm ci --no-audit --no-fund --ignore-scripts --omit=dev --workspace=@sterling/contract --workspace=@sterling/server \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production MODE=production ROLE=all HOST=0.0.0.0 PORT=5000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY contract contract
COPY server server
COPY scripts/books.ts scripts/database.ts scripts/make-keys.ts scripts/migrate.ts scripts/reset-factor.ts scripts/restore.ts scripts/rotate-keys.ts scripts/
COPY --from=web /app/web/dist web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 5000
STOPSIGNAL SIGTERM
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--max-old-space-size=512", "server/src/main.ts"]
