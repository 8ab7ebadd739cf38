import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A component that a file exports by its name, and whose code loads when it is first shown: `lazyNamed(async () => (await
 * import('./factor-dialogs.tsx')).AddAppDialog)`. A default export needs only `lazy`.
 */
export const lazyNamed = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await load() }));
