import { useLayoutEffect, useState, type ReactNode } from 'react';
import { accountEndpoints } from '#contract/account/account/account.ts';
import { FreezeForm } from '#web/features/protection/freeze/freeze-form.tsx';
import { FreezeOwn } from '#web/features/protection/freeze/freeze-own.tsx';
import { call } from '#web/lib/api/api.ts';
import { navigate, useQuery, useRoutePath } from '#web/lib/page/router.ts';
import { hasPerson } from '#web/lib/person/person-state.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { FrozenCard } from '#web/widgets/freeze/frozen-card.tsx';
import { readFrozen } from '#web/widgets/freeze/frozen-now.ts';
import { useMailedToken } from '#web/widgets/mailed-links/mailed-token.ts';

/** /freeze, of the own account or by one way; /frozen, also from the messages of a freeze */
export function FreezeScreen(): ReactNode {
  return useRoutePath() === '/frozen' ? <Frozen /> : <Freeze />;
}

function Freeze(): ReactNode {
  const t = useT();
  const event = useQuery().get('event') ?? '';
  const [who, setWho] = useState<'asked' | 'visitor' | 'person'>('visitor');
  // Before the first paint: a signed-in person types nothing.
  useLayoutEffect(() => {
    if (!hasPerson()) return;
    setWho('asked');
    call(accountEndpoints.metainfo).then(
      () => setWho('person'),
      () => setWho('visitor'),
    );
  }, []);
  if (who === 'visitor') return <FreezeForm />;
  if (who === 'person') return <FreezeOwn event={event} onCancel={() => (history.length > 1 ? history.back() : navigate('/'))} />;
  return (
    <AuthCard title={t('wy.h')}>
      <Skeleton />
    </AuthCard>
  );
}

function Frozen(): ReactNode {
  const [of, setOf] = useState<ReturnType<typeof readFrozen>>();
  useLayoutEffect(() => setOf(readFrozen()), []);
  const ticket = useMailedToken('recover');
  // Any other token that is kept there belongs to another way back.
  return <FrozenCard of={of} ticket={of === undefined ? '' : ticket} />;
}
