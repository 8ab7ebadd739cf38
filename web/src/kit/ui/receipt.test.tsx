import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Receipt } from './receipt.tsx';

afterEach(() => vi.useRealTimers());

test('a receipt names the time of the print, not when it was opened', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 29, 9, 0) });
  await render(<Receipt title="Withdrawal" rows={[]} />);
  const paper = document.querySelector('.receipt')!;
  expect(paper.textContent).toContain('9:00:00 AM');
  vi.setSystemTime(new Date(2026, 10, 29, 17, 0));
  window.dispatchEvent(new Event('beforeprint'));
  expect(paper.textContent).toContain('5:00:00 PM');
});
