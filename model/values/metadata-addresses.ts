/**
 * Link-local addresses and those of cloud metadata services, which give out credentials, with the lengths of their
 * prefixes. No application under test is there.
 */
export const METADATA_SUBNETS = [
  ['169.254.0.0', 16],
  // Metadata services outside the link-local range.
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['fe80::', 10],
  // 169.254.0.0/16 behind a NAT64 gateway.
  ['64:ff9b::a9fe:0', 112],
] as const;

export const METADATA_NAMES: readonly string[] = ['metadata.google.internal', 'metadata.goog'];
