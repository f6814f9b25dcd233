import { useLayout } from '#web/lib/page/layout.ts';
import { Crumbs, SideNavigation } from '#web/app/shell/menus/side-navigation.tsx';
import { NarrowFrame, WideFrame } from './center-frame.tsx';
import type { FrameProps } from './frame-props.ts';

/** The account's pages on wide screens, with the navigation of the account (brief 2). */
export function DesktopFrame({ route, children }: FrameProps) {
  return (
    <WideFrame route={route} place="userCenter" side={<SideNavigation path={route.path} />}>
      <Crumbs route={route} />
      {children}
    </WideFrame>
  );
}

/** The account's pages on narrow screens. */
export function MobileFrame(props: FrameProps) {
  return <NarrowFrame {...props} />;
}

/** The account's pages that both layouts share. */
export function LayoutFrame(props: FrameProps) {
  return useLayout() === 'mobile' ? <MobileFrame {...props} /> : <DesktopFrame {...props} />;
}
