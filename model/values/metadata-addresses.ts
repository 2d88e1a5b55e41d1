/**
 * Link-local addresses, and those at which clouds hand keys to their machines, with the lengths of their prefixes:
 * nobody's application is there, and what answers is not for pages, tests or servers of others.
 */
export const METADATA_SUBNETS = [
  ['169.254.0.0', 16],
  // Metadata services that do not lie in the link-local range.
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['fe80::', 10],
  // What a gateway turns into 169.254.0.0/16.
  ['64:ff9b::a9fe:0', 112],
] as const;

/** Names of the same services. */
export const METADATA_NAMES: readonly string[] = ['metadata.google.internal', 'metadata.goog'];
