import { memo, Suspense, useDeferredValue } from 'react';
import { PageSpinner } from '../ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import type { Section } from './sections.tsx';
import { useThroughHistory } from './through-history.ts';

/**
 * The page's main part. It follows the section a picture later than sidebar and title do: they answer the press immediately, and
 * are there first when the page is loaded, however much there is to build. A section whose code is not there yet shows that it is on its way. Back and Forward bring
 * it immediately, for the browser then scrolls to where someone was.
 */
export function SectionContent({ section }: { section: Section }) {
  const following = useDeferredValue<Section | null>(section, null);
  const shown = useThroughHistory() ? section : following;
  return (
    <main
      id="content"
      tabIndex={-1}
      aria-busy={shown !== section || undefined}
      className="mx-auto flex w-full max-w-7xl flex-1 flex-col p-4 outline-none md:p-6"
    >
      {shown && <Content section={shown} />}
    </main>
  );
}

/** Left alone while nothing but the shell around it changes. */
const Content = memo(function Content({ section }: { section: Section }) {
  return (
    <ErrorBoundary key={section.key}>
      <Suspense fallback={<PageSpinner />}>
        <section.Page />
      </Suspense>
    </ErrorBoundary>
  );
});
