import { lazy, Suspense, type ReactNode } from 'react';
import { familyEndpoints } from '#contract/rights/family/family.ts';
import { call } from '#web/lib/api/api.ts';
import { signOut } from '#web/features/sign-in/sign-out/sign-out.ts';
import { TermsCard } from '#web/features/account/agreements/terms-card.tsx';

const AgeOfAccount = lazy(async () => ({ default: (await import('#web/features/rights/family/age-question.tsx')).AgeOfAccount }));

/** /terms?redirect=…: changed agreements, or the question about the age, that wait for an answer. */
export function TermsScreen(): ReactNode {
  return <TermsCard onSignOut={signOut} ageForm={AgeForm} putAgeOff={putAgeOff} />;
}

async function putAgeOff(): Promise<void> {
  await call(familyEndpoints.putAgeOff, { body: {} });
}

function AgeForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  return (
    <Suspense fallback={null}>
      <AgeOfAccount onDone={onDone} />
    </Suspense>
  );
}
