# Verifies stored passkeys and their sign-ins with Authen::WebAuthn. One case a line of standard input, one verdict a line.
use strict;
use warnings;
use Authen::WebAuthn;
use JSON qw(decode_json);

sub verdict {
    my ($case) = @_;
    my ( $registration, $assertion ) = @{$case}{qw(registration assertion)};
    my $party = Authen::WebAuthn->new( rp_id => $case->{rpId}, origin => "https://$case->{rpId}" );
    my $registered = $party->validate_registration(
        challenge_b64          => $registration->{challenge},
        requested_uv           => "required",
        client_data_json_b64   => $registration->{clientDataJSON},
        attestation_object_b64 => $registration->{attestationObject},
    );
    return "the stored key is not the registered one"
      if $registered->{credential_id} ne $case->{credentialId} or $registered->{credential_pubkey} ne $case->{publicKey};
    $party->validate_assertion(
        challenge_b64          => $assertion->{challenge},
        credential_pubkey_b64  => $case->{publicKey},
        stored_sign_count      => 0,
        requested_uv           => "required",
        client_data_json_b64   => $assertion->{clientDataJSON},
        authenticator_data_b64 => $assertion->{authenticatorData},
        signature_b64          => $assertion->{signature},
    );
    return "accepted";
}

while ( my $line = <STDIN> ) {
    my $verdict = eval { verdict( decode_json($line) ) } // "refused: $@";
    $verdict =~ s/\s+/ /g;
    print "$verdict\n";
}
