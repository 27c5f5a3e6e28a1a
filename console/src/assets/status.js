// Says whether the gateway takes calls and what its base address is. The page is whole without this script.

/** @param {Element | null} line */
async function showReadiness(line) {
  if (!(line instanceof HTMLElement)) return;
  try {
    const answer = await fetch('/readyz', { cache: 'no-store' });
    line.dataset['readiness'] = answer.ok ? 'ready' : 'not-ready';
  } catch {
    line.dataset['readiness'] = 'unreachable';
  }
}

for (const place of document.querySelectorAll('[data-base-address]')) place.textContent = `${location.origin}/v1`;
await showReadiness(document.querySelector('[data-readiness]'));
