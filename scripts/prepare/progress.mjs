const QUIET_MS = 1000;
const LINE_EVERY_MS = 5000;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Shows on stderr what takes longer than a second; `work` may report details. Rejects as `work` does. */
export async function withProgress(title, work) {
  const progress = startProgress(title, process.stderr);
  let outcome = 'failed';
  try {
    const result = await work(progress.detail);
    outcome = 'done';
    return result;
  } finally {
    progress.finish(outcome);
  }
}

function startProgress(title, stream) {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const seconds = () => `${Math.floor(elapsedMs() / 1000)} s`;
  let detail = '';
  let shownAtMs;
  let frame = 0;

  const showMoving = () => {
    shownAtMs = elapsedMs();
    frame = (frame + 1) % FRAMES.length;
    const line = `${FRAMES[frame]} ${title} … ${seconds()}  ${detail}`;
    stream.write(`\r\x1b[2K${line.slice(0, (stream.columns || 80) - 1)}`);
  };
  const showLine = () => {
    if (shownAtMs !== undefined && elapsedMs() - shownAtMs < LINE_EVERY_MS) return;
    shownAtMs = elapsedMs();
    stream.write(`${title} … ${seconds()}  ${detail}`.trimEnd().concat('\n'));
  };
  const show = stream.isTTY ? showMoving : showLine;
  const timer = setInterval(() => elapsedMs() >= QUIET_MS && show(), stream.isTTY ? 100 : 250);

  const finish = outcome => {
    clearInterval(timer);
    if (shownAtMs === undefined) return;
    stream.write(`${stream.isTTY ? '\r\x1b[2K' : ''}${title}: ${outcome} after ${seconds()}\n`);
  };
  return {
    detail: text => {
      detail = text;
    },
    finish,
  };
}
