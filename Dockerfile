# The bot in a container: docs/operate.md#in-a-container. `.ci/image` runs these steps without a container daemon; it knows
# FROM, ENV, WORKDIR, COPY, RUN, USER, VOLUME, HEALTHCHECK, ENTRYPOINT and CMD, and refuses others.

FROM debian:trixie-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils python3 python3-venv
# dawg2 alone has no wheel for ARM: it is compiled here, and no compiler comes along.
RUN [ "$(dpkg --print-architecture)" = amd64 ] || apt-get install -y --no-install-recommends g++ python3-dev
WORKDIR /source
COPY constraints.txt ./
RUN python3 -m venv /uv && /uv/bin/pip install --no-cache-dir --constraint constraints.txt uv
ENV UV_PYTHON_DOWNLOADS=never UV_NO_CACHE=1 UV_LINK_MODE=copy
RUN /uv/bin/uv venv --python /usr/bin/python3 /opt/harfiyen
COPY pyproject.toml MANIFEST.in README.md LICENSE CHANGELOG.md ./
COPY bot bot
COPY engine engine
COPY render render
COPY container container
RUN /uv/bin/uv pip install --python /opt/harfiyen/bin/python --compile-bytecode --constraint constraints.txt --build-constraints constraints.txt . && /opt/harfiyen/bin/python container/slim.py /opt/harfiyen && find /opt/harfiyen -name '*.so*' -type f -exec strip --strip-unneeded {} +

FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates python3 tzdata && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
RUN groupadd --gid 10001 harfiyen && useradd --uid 10001 --gid harfiyen --home-dir /data --shell /usr/sbin/nologin harfiyen && install --directory --owner harfiyen --group harfiyen --mode 0700 /data
COPY --from=build /opt/harfiyen /opt/harfiyen
COPY container/health.py /opt/harfiyen/health.py
ENV PATH=/opt/harfiyen/bin:/usr/local/bin:/usr/bin:/bin DATA_DIR=/data PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["python", "/opt/harfiyen/health.py"]
ENTRYPOINT ["harfiyen"]
CMD ["run"]
