import { RecoveryFlow } from '../parts/recovery-flow.tsx';

/** /mobile-modify-info/forgotPassword (spec 2). */
export function ForgotPasswordScreen() {
  return <RecoveryFlow resultPath="/mobile-result-center/resetPassword" />;
}
