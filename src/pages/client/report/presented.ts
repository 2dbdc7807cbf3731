/** What the answer carries of the transparency log. */
export interface PresentedReceipt {
  origin: string;
  leaf_index: number;
  tree_size: number;
  inclusion_proof: readonly string[];
  checkpoint: string;
}

/** What is used of the answer of the interface. */
export interface ProvenAnswer {
  report_id: string;
  version_number: number;
  evidence_items: readonly { evidence_id: string; media_sha256: string; media_url: string }[];
  versions: readonly { version_number: number; content_sha256: string }[];
  integrity: {
    content_sha256: string;
    previous_sha256: string | null;
    signature: string;
    key_id: string;
    signed_at: string;
    log?: PresentedReceipt | null;
  };
}

/** The key set of the service as it was read; nothing in it is believed. */
export interface PresentedKeys {
  keys?: readonly { kty?: string; crv?: string; x?: string; use?: string }[];
}

/** What is wrong with a report, in words; nothing: it is as it was signed. */
export type Differences = string[];
