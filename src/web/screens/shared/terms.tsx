import { lazy, Suspense, type ReactNode } from 'react';
import { familyEndpoints } from '#contract/endpoints/family.ts';
import { call } from '#web/lib/api.ts';
import { signOut } from '#web/features/sign-out/sign-out.ts';
import { TermsCard } from '#web/features/agreements/terms-card.tsx';

const AgeOfAccount = lazy(async () => ({ default: (await import('#web/features/family/age-question.tsx')).AgeOfAccount }));

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
