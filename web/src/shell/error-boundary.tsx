import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/empty-state.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shows nothing in the place of what crashed. */
  silent?: boolean;
}

/** A crash in one region leaves the rest alive. A class, for React offers no other way. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    if (this.props.silent) return null;
    return (
      <ErrorState
        title="This part of the page stopped working"
        error={this.state.error}
        onRetry={() => (isOutdated(this.state.error) ? location.reload() : this.setState({ error: null }))}
      />
    );
  }
}

/** The page's code has been replaced by a newer version, or could not be fetched: the browser keeps such a failure until the page is loaded anew. */
const isOutdated = (error: unknown): boolean => error instanceof TypeError && /module/.test(error.message);
