import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { StatusIcon } from './order-list.tsx';

test.each([
  ['completed', 'lucide-circle-check', 'text-good'],
  ['processing', 'lucide-loader-circle', 'text-accent'],
  ['failed', 'lucide-circle-x', 'text-bad'],
  ['pending', 'lucide-triangle-alert', 'text-warn'],
] as const)('S3.05 an order that is %s has the icon %s in %s', async (status, icon, colour) => {
  const { container } = await render(<StatusIcon status={status} />);
  const { classList } = container.querySelector('svg')!;
  expect([...classList].filter((name) => name.startsWith('text-') || name === icon).sort()).toEqual([
    icon,
    colour,
  ]);
});
