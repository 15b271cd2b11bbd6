# Lectern in a container: the web app, then the binary with the app inside, then the binary alone.

FROM node:20-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web/ ./
RUN npm run build

FROM rust:1.95-slim-bookworm AS binary
RUN apt-get update && apt-get install --no-install-recommends -y gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Cargo.toml Cargo.lock rust-toolchain.toml ./
COPY crates/ crates/
COPY fuzz/ fuzz/
COPY vendor/ vendor/
COPY assets/ assets/
COPY web/src/lang/ web/src/lang/
COPY web/src/lib/morph.js web/src/lib/shift.js web/src/lib/
COPY --from=web /src/web/dist web/dist
RUN cargo build --profile dist --locked --bin lectern

FROM debian:bookworm-slim
RUN apt-get update \
	&& apt-get install --no-install-recommends -y ca-certificates fonts-noto-cjk fonts-noto-color-emoji \
	&& rm -rf /var/lib/apt/lists/* \
	&& useradd --system --uid 10001 --home-dir /data lectern \
	&& install -d -o lectern -g lectern /data
COPY --from=binary /src/target/dist/lectern /usr/local/bin/lectern
USER 10001
ENV SVC_HOST=0.0.0.0 SVC_PORT=4100 SVC_DATA_DIR=/data
VOLUME /data
EXPOSE 4100
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["bash", "-c", \
	"exec 3<>/dev/tcp/127.0.0.1/4100 && printf 'GET /livez HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["lectern"]
CMD ["serve"]
