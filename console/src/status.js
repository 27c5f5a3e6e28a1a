/** Fills the readiness line: the page is whole without it. */
const line = document.querySelector('[data-readiness]');

async function showReadiness() {
  if (!(line instanceof HTMLElement)) return;
  try {
    const answer = await fetch('/readyz', { cache: 'no-store' });
    line.dataset['readiness'] = answer.ok ? 'ready' : 'not-ready';
  } catch {
    line.dataset['readiness'] = 'unreachable';
  }
}

await showReadiness();
