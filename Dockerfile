# syntax=docker/dockerfile:1
# Image of the product, without npm and build tools. It runs as an unprivileged user with a read-only root file system.
# settings.env is a copy of ops/settings.env.example, filled in:
#
#   docker build -t cryptocommerce .
#   docker run --init --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#     -v cryptocommerce:/data --env-file settings.env -p 127.0.0.1:3000:3000 cryptocommerce
#
# An argument after the image name selects the part to run (ops/cryptocommerce). compose.yaml adds all services.

# Same version as in tools/bundled/node/package.json. renovate.json pins the images by digest.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS pages
WORKDIR /product
COPY package.json package-lock.json .npmrc ./
COPY tools/bundled/canvas tools/bundled/canvas
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# Removes the packages that only build pages. `--omit=optional` would also omit the binaries of sharp.
RUN node tools/build-pages.ts && node tools/prune-packages.ts
# The compile cache is keyed by user id, so the user of the final stage compiles. It may read the result, not write it.
RUN rm -rf build/product/compiled && install -d -o 10001 -g 10001 build/product/compiled
USER 10001:10001
RUN node tools/compile-cache.mjs
USER 0:0
RUN chown -R 0:0 build/product/compiled && chmod -R a+rX build/product/compiled

FROM debian:bookworm-slim
COPY --from=pages /usr/local/bin/node /usr/local/bin/node
RUN apt-get update \
  && apt-get install -y --no-install-recommends libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --user-group --no-create-home --home-dir /nonexistent \
    --shell /usr/sbin/nologin cryptocommerce \
  && install -d -o cryptocommerce -g cryptocommerce -m 0700 /data
WORKDIR /product
COPY package.json LICENSE NOTICE settings.example.json ./
COPY --from=pages /product/node_modules node_modules
COPY courses courses
COPY db/migrations db/migrations
COPY fakes fakes
COPY src src
COPY tools tools
COPY ops/cryptocommerce ops/cryptocommerce
COPY --from=pages /product/build build

# Git commit shown in metrics and to admins, and version (docker build --build-arg BUILD_COMMIT=...).
ARG BUILD_COMMIT=""
ARG BUILD_VERSION=""
ENV BUILD_COMMIT=$BUILD_COMMIT
LABEL org.opencontainers.image.title="Cryptocommerce" \
  org.opencontainers.image.description="Learn about crypto in Jamaica, buy and sell it, priced in J$ and US$." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version=$BUILD_VERSION \
  org.opencontainers.image.revision=$BUILD_COMMIT
# Listens on all addresses: the proxy reaches the port through the container network.
ENV NODE_ENV=production MODE=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000 PLAIN_ON_PURPOSE=proxy
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Works for web and worker. compose.yaml disables it for migrate, which exits.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/product/ops/cryptocommerce"]
CMD ["start"]
