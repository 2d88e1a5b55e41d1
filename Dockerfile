# Steploom with a browser, for servers and for workers of a queue.
FROM node:20-bookworm-slim AS package
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination /package

FROM node:20-bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends chromium fonts-liberation fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/*
COPY --from=package /package/*.tgz /tmp/steploom.tgz
RUN npm install --global --no-audit --no-fund /tmp/steploom.tgz bullmq@6 ioredis@5 \
    && npm cache clean --force \
    && rm /tmp/steploom.tgz \
    && install -d -o node -g node /workspace
ENV STEPLOOM_BROWSER=/usr/bin/chromium \
    STEPLOOM_WORKSPACE=/workspace
USER node
WORKDIR /workspace
VOLUME /workspace
EXPOSE 4620
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["steploom", "doctor"]
ENTRYPOINT ["steploom"]
CMD ["open", "--no-open"]
