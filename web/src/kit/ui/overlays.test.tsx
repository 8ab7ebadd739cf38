import { lazy } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Overlays } from './overlays.tsx';

test('a press shows that the code of its overlay is loading', async () => {
  let arrive: (module: { default: () => string }) => void = () => undefined;
  const Sheet = lazy(
    () =>
      new Promise<{ default: () => string }>((resolve) => {
        arrive = resolve;
      }),
  );
  const screen = await render(<Overlays>{<Sheet />}</Overlays>);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading');
  arrive({ default: () => 'The sheet' });
  await expect.element(screen.getByText('The sheet')).toBeVisible();
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
});
