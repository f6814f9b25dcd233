import { Component, type ComponentType, type ReactNode } from 'react';
import { loadTexts } from '#web/lib/i18n.tsx';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { loadFrame } from './frames.ts';
import { matchPath } from './match.ts';
import { leaveIfEngineFailed } from './older-failure.ts';
import { packsOf } from './packs.ts';
import type { FrameProps } from './shell/frame-props.ts';
import { ReloadDialog, reloadWhenReachable } from './reload-dialog.tsx';

interface Props {
  /** The page inside; a new value renders the children again after an error. */
  readonly page: string;
  readonly children: ReactNode;
}

interface State {
  readonly page: string;
  readonly failed: boolean;
  readonly requestId: string;
  readonly page500: Page500 | undefined;
  /** Not even the 500 page came. */
  readonly isCut: boolean;
}

interface Page500 {
  readonly Screen: ComponentType<{ readonly requestId?: string }>;
  readonly Frame: ComponentType<FrameProps>;
}

const { route } = matchPath('/500');

async function loadPage500(): Promise<Page500> {
  const screen = import('#web/screens/shared/server-error.tsx');
  const [{ ServerErrorScreen }, Frame] = await Promise.all([screen, loadFrame(route.frame), loadTexts(packsOf(route))]);
  return { Screen: ServerErrorScreen, Frame };
}

/**
 * Shows the 500 page instead of a page that fails to render, with the request id if there is one. Where that does not
 * come, there is no network: the page is loaded anew as soon as there is one.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { page: this.props.page, failed: false, requestId: '', page500: undefined, isCut: false };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, requestId: error instanceof RefusalError ? error.requestId : '' };
  }

  static getDerivedStateFromProps({ page }: Props, state: State): Partial<State> | null {
    return page === state.page ? null : { page, failed: false };
  }

  override componentDidCatch(failure: unknown): void {
    if (leaveIfEngineFailed(failure)) return;
    loadPage500().then(
      (page500) => this.setState({ page500 }),
      () => {
        this.setState({ isCut: true });
        void reloadWhenReachable();
      },
    );
  }

  override render(): ReactNode {
    const { failed, requestId, page500, isCut } = this.state;
    if (!failed) return this.props.children;
    if (isCut) return <ReloadDialog open />;
    return page500 === undefined ? null : (
      <page500.Frame route={route}>
        <page500.Screen requestId={requestId} />
      </page500.Frame>
    );
  }
}
