import { Component, type ComponentType, type ReactNode } from 'react';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { leaveIfEngineFailed } from './older-failure.ts';
import { LostPage } from './reload-dialog.tsx';

interface Props {
  /** The page inside; a new value renders the children again after an error. */
  readonly page: string;
  readonly children: ReactNode;
}

interface State {
  readonly page: string;
  readonly failed: boolean;
  readonly requestId: string;
  readonly Screen: ComponentType<{ readonly requestId?: string }> | undefined;
}

/**
 * Shows the 500 page instead of a page that fails to render, with the request id if there is one. Where that does not
 * come, there is no network: the page is loaded anew as soon as there is one.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { page: this.props.page, failed: false, requestId: '', Screen: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, requestId: error instanceof RefusalError ? error.requestId : '' };
  }

  static getDerivedStateFromProps({ page }: Props, state: State): Partial<State> | null {
    return page === state.page ? null : { page, failed: false };
  }

  override componentDidCatch(failure: unknown): void {
    if (leaveIfEngineFailed(failure)) return;
    import('#web/screens/shared/server-error.tsx').then(
      ({ ServerErrorScreen }) => this.setState({ Screen: ServerErrorScreen }),
      () => this.setState({ Screen: LostPage }),
    );
  }

  override render(): ReactNode {
    const { failed, requestId, Screen } = this.state;
    if (!failed) return this.props.children;
    return Screen === undefined ? null : (
      <main id="main">
        <Screen requestId={requestId} />
      </main>
    );
  }
}
