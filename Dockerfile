# Dealer in a container: `docker build --tag dealer .`, then `docker compose up` with compose.yaml.
# Tried: a static build like this one, with an empty folder as its root directory. The local Discord ran,
# and names were looked up by a resolver of our own. Not tried: `docker build` itself, and processors other than x86-64.

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /dealer
COPY . .
RUN RUSTFLAGS="-C target-feature=+crt-static" \
    cargo build --locked --release --target "$(uname -m)-unknown-linux-gnu" \
    && cp "target/$(uname -m)-unknown-linux-gnu/release/dealer" /dealer/dealer \
    && mkdir /data

# Fonts, time zones and certificates are in the file.
FROM scratch
COPY --from=build /dealer/dealer /dealer
COPY --from=build --chown=10001:10001 /data /data
USER 10001:10001
# The database is /data/dealer.db, and backups are beside it.
WORKDIR /
VOLUME /data
HEALTHCHECK --interval=60s --start-period=60s CMD ["/dealer", "health"]
ENTRYPOINT ["/dealer"]
