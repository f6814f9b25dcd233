import { useEffect, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { announce } from '#web/ui/feedback/announce.tsx';
import { clock } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { secondsLeft, useSecondsLeft } from '#web/widgets/codes/countdown.ts';

interface WaitNoticeProps {
  /** The time of the next possible attempt, in milliseconds since the epoch. */
  readonly until: number;
}

/** Shows the remaining wait (contract 4, codes 1011 and 3004). Announced once; the countdown itself is silent. */
export function WaitNotice({ until }: WaitNoticeProps): ReactNode {
  const t = useT();
  const left = useSecondsLeft(until);
  useEffect(() => {
    announce(`${t('msg.freq')} ${t('si.wait', { time: clockOf(secondsLeft(until, Date.now())) })}`, 'assertive');
  }, [until, t]);
  if (left === 0) return null;
  return (
    <Notice tone="warning" icon={clock} title={t('msg.freq')}>
      {t('si.wait', { time: clockOf(left) })}
    </Notice>
  );
}

/** m:ss; from one hour on h:mm:ss. */
function clockOf(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  return (hours > 0 ? [hours, ...parts] : parts).map((part, index) => (index === 0 ? part : String(part).padStart(2, '0'))).join(':');
}
