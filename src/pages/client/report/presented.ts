/** The receipt of the transparency log in the response. */
export interface PresentedReceipt {
  origin: string;
  leaf_index: number;
  tree_size: number;
  inclusion_proof: readonly string[];
  checkpoint: string;
}

/** The used members of the API response. */
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

/** The key set of the service as received; none of it is trusted. */
export interface PresentedKeys {
  keys?: readonly { kty?: string; crv?: string; x?: string; use?: string }[];
}

/** The differences of a report from its signed form, as text; empty for an unchanged report. */
export type Differences = string[];
