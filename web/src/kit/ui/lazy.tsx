import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  startTransition,
  useEffect,
  useState,
} from 'react';
import { PageSpinner } from './spinner.tsx';

/**
 * A component that a file exports by its name, and whose code loads when it is first shown: `lazyNamed(async () => (await
 * import('./factor-dialogs.tsx')).AddAppDialog)`. A default export needs only `lazy`.
 */
export function lazyNamed<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }));
}

interface Code<Props> {
  readonly load: () => Promise<{ default: ComponentType<Props> }>;
  Page?: ComponentType<Props>;
}

/**
 * A page whose code loads when it is first shown, and replaces a spinner immediately. With React's `lazy`, a spinner stays for at
 * least 300 ms, even if the code is already in the browser.
 */
export function lazyPage<Props extends object>(load: Code<Props>['load']): ComponentType<Props> {
  const code: Code<Props> = { load };
  return (props) => <WhenLoaded code={code} props={props} />;
}

function WhenLoaded<Props extends object>({ code, props }: { code: Code<Props>; props: Props }) {
  const [failure, setFailure] = useState<{ error?: unknown }>({});
  useEffect(() => {
    if (code.Page) return;
    code.load().then(
      (loaded) => {
        code.Page = loaded.default;
        // React then renders a large page in short pieces
        startTransition(() => setFailure({}));
      },
      (error: unknown) => setFailure({ error }),
    );
  }, [code]);
  // the nearest error boundary shows it
  if ('error' in failure) throw failure.error;
  return code.Page ? <code.Page {...props} /> : <PageSpinner />;
}
