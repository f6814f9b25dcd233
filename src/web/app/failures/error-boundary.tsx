import { Component, type ComponentType, type ReactNode } from 'react';
import { loadTexts } from '#web/lib/load-texts.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { loadFrame } from '#web/app/pages/frames.ts';
import { failureRoute as route } from '#web/app/pages/first-routes.ts';
import { leaveIfEngineFailed } from './older-failure.ts';
import { packsOf } from '#web/app/packs.ts';
import { LostPage } from './reload-dialog.tsx';

interface Props {
  /** The page inside; a new value renders the children again after an error. */
  readonly page: string;
  readonly children: ReactNode;
}

type Instead = ComponentType<{ readonly requestId?: string }>;

interface State {
  readonly page: string;
  readonly failed: boolean;
  readonly requestId: string;
  readonly Instead: Instead | undefined;
}

/** The 500 page with its frame and its texts. */
async function loadPage500(): Promise<Instead> {
  const screen = import('#web/screens/shared/server-error.tsx');
  const [{ ServerErrorScreen }, Frame] = await Promise.all([screen, loadFrame(route.frame), loadTexts(packsOf(route))]);
  return (props) => (
    <Frame route={route}>
      <ServerErrorScreen {...props} />
    </Frame>
  );
}

/**
 * Shows the 500 page instead of a page that fails to render, with the request id if there is one. Where that does not
 * come, there is no network: the page is loaded again as soon as there is one.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { page: this.props.page, failed: false, requestId: '', Instead: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, requestId: error instanceof RefusalError ? error.requestId : '' };
  }

  static getDerivedStateFromProps({ page }: Props, state: State): Partial<State> | null {
    return page === state.page ? null : { page, failed: false };
  }

  override componentDidCatch(failure: unknown): void {
    if (leaveIfEngineFailed(failure)) return;
    loadPage500().then(
      (Instead) => this.setState({ Instead }),
      () => this.setState({ Instead: LostPage }),
    );
  }

  override render(): ReactNode {
    const { failed, requestId, Instead } = this.state;
    if (!failed) return this.props.children;
    return Instead === undefined ? null : <Instead requestId={requestId} />;
  }
}
