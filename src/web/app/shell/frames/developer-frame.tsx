import { DeveloperNavigation } from '#web/features/apps/developer/developer-navigation.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { useParams, useRoutePath } from '#web/lib/page/router.ts';
import { NarrowFrame, WideFrame } from './center-frame.tsx';
import type { FrameProps } from './frame-props.ts';

/** The pages of the Developer Center: those of the account, with their own navigation. */
export function DeveloperFrame(props: FrameProps) {
  const path = useRoutePath();
  const { id } = useParams();
  if (useLayout() === 'mobile') return <NarrowFrame {...props} />;
  return (
    <WideFrame route={props.route} place="developerCenter" side={<DeveloperNavigation path={path} id={id} />}>
      {props.children}
    </WideFrame>
  );
}
