/** Messages in English of what the service writes into a report: signed in English, translated for readers. */
export const en = {
  'content.verdict.incomplete': 'Evidence incomplete',
  'content.verdict.verified': 'Place and time verified',
  'content.verdict.time_only': 'Time verified, place not verified',
  'content.verdict.place_only': 'Place verified, time not verified',
  'content.verdict.unverified': 'Place and time not verified',
  'content.verdict.by_verifier': 'Answered on site',
  'content.verdict.by_requester': 'Answered by the requester',
  'content.verdict.by_invitee': 'Answered by a person the requester invited',
  'content.verdict.by_integrator': 'Answered by the party that ordered the check',
  'content.verdict.by_reviewer': 'Answered by a reviewer',
  'content.verdict.corrected': 'Corrected by a reviewer',
  'content.verdict.confirmed': 'Confirmed by a reviewer',
  'content.verdict.submitted': 'Not yet reviewed',
  'content.verdict.disputed': 'Disputed by the requester',
  'content.verdict.other': 'The job is {status}',
  'content.verdict.withdrawn': 'Withdrawn',

  'content.party.verifier': 'a verifier on site',
  'content.party.requester': 'the requester',
  'content.party.invitee': 'a person the requester invited',
  'content.party.integrator': 'the party that ordered the check',
  'content.party.reviewer': 'a reviewer',
  'content.source.provider': 'a verifier with a task token',
  'content.source.self_service': 'the requester or an invited person',
  'content.source.integrator': 'the party that ordered the job',
  'content.source.simulated': 'the simulated verifier of the sandbox',

  'content.title': 'Reality report',
  'content.title_of': 'Reality report: {service}',
  'content.title_test': 'SANDBOX: {title}',
  'content.sandbox': 'Sandbox: no one visited the place.',

  'content.answer.none': 'Not answered',
  'content.answer.yes': 'Yes',
  'content.answer.no': 'No',
  'content.answer.cannot_tell': 'Can’t tell',
  'content.local_time': '{local} local time ({utc} UTC)',
  'content.sentence': '{text}.',
  /** Not used in English, which names the script. */
  'content.unprinted': '[text – see the report]',
  'content.pair': '{first}, {second}',

  'content.checks.none': 'No checks were run',
  'content.checks.all': '{count, plural, one {# check passed} other {All # checks passed}}',
  'content.checks.some':
    '{passed, number} of {count, plural, one {# check} other {# checks}} passed',
  'content.checks.failed': '{count, number} failed',
  'content.checks.warnings': '{count, plural, one {# warning} other {# warnings}}',
  'content.checks.not_run': '{count, number} not run',

  'content.status.submitted': 'submitted',
  'content.status.completed': 'completed',
  'content.status.disputed': 'disputed',

  'content.summary.submitted': 'The evidence is complete and has not yet been confirmed.',
  'content.summary.completed': 'The verification is complete.',
  'content.summary.disputed': 'The requester disputes the result.',
  'content.summary.other': 'The job is {status}.',
  'content.summary.steps':
    '{passed, number} of {count, plural, one {# required step is} other {# required steps are}} shown by evidence that passed its checks.',
  'content.summary.items':
    '{count, plural, one {# evidence item was} other {# evidence items were}} received: {passed, number} passed, {failed, number} failed.',
  'content.summary.at': 'What passed was captured at {time}.',
  'content.summary.between': 'What passed was captured between {first} and {last}.',
  'content.summary.near_at': 'What passed was captured {distance} from the address, at {time}.',
  'content.summary.near_between':
    'What passed was captured {distance} from the address, between {first} and {last}.',
  'content.summary.range_at':
    'What passed was captured {nearest} to {farthest} from the address, at {time}.',
  'content.summary.range_between':
    'What passed was captured {nearest} to {farthest} from the address, between {first} and {last}.',
  'content.summary.by_hand_all': 'Positions typed by hand: all.',
  'content.summary.by_hand': 'Positions typed by hand: {count, number} of {total, number}.',
  'content.summary.self_all': 'Captured by the requester or a person the requester named: all.',
  'content.summary.self':
    'Captured by the requester or a person the requester named: {count, number} of {total, number}.',
  'content.summary.judge': 'What the pictures show is for the reader to judge.',

  'content.change.withdrawn': 'Version {version, number} was withdrawn.',
  'content.change.accepted': 'The requester accepted the result.',
  'content.change.needs_more': 'The requester asked for more evidence.',
  'content.change.disputed': 'The requester disputed the result.',
  'content.change.status': 'The status changed from {before} to {after}.',
  'content.change.added':
    '{count, plural, one {# evidence item was} other {# evidence items were}} added.',
  'content.change.removed':
    '{count, plural, one {# evidence item was} other {# evidence items were}} removed.',
  'content.change.steps': 'Changed steps: {steps}.',
  'content.change.answers': 'Changed answers: {questions}.',
  'content.change.members': 'Also changed: {members}.',
  'content.change.nothing': 'Nothing in the report has changed since version {version, number}.',
  'content.member.summary': 'summary',
  'content.member.limitations': 'limitations',
  'content.member.completed_at': 'time of completion',

  'content.limit.test': 'Nobody went there: this evidence was generated.',
  'content.limit.declared':
    'Positions and capture times are what the capturing device declared. The checks compare them with the job, the time of receipt and the file itself; they cannot rule out a device that was set up to declare false values.',
  'content.limit.moment':
    'The evidence shows the place at the moments of capture. It says nothing about any time before or after.',
  'content.limit.picture':
    'The automatic checks judge position, time and file. They do not judge what a picture shows.',
  'content.limit.signature':
    'The signature proves that this report was issued by the service and has not been altered since. It does not prove that what the evidence shows is genuine.',
  'content.limit.no_position':
    'The position given for the job is not valid, so the distance of {count, number} of {total, plural, one {# passing item} other {# passing items}} could not be checked.',
  'content.limit.far':
    '{count, plural, one {# of {total, plural, one {# passing item} other {# passing items}} was captured} other {# of {total, number} passing items were captured}} farther from the address than the distance that counts as being there.',
  'content.limit.late':
    '{count, plural, one {# of {total, plural, one {# passing item} other {# passing items}} was received more than {hours, number} hours after capture; there was more time than usual to alter it.} other {# of {total, number} passing items were received more than {hours, number} hours after capture; there was more time than usual to alter them.}}',
  'content.limit.no_hash':
    '{count, plural, one {For # of {total, plural, one {# passing item} other {# passing items}} no fingerprint was declared by the sender; the fingerprint in this report was taken on receipt and says nothing about changes to the file on the way to the service.} other {For # of {total, number} passing items no fingerprint was declared by the sender; the fingerprint in this report was taken on receipt and says nothing about changes to the files on the way to the service.}}',
  'content.limit.duplicate':
    '{count, plural, one {# of {total, plural, one {# passing item} other {# passing items}} repeats a file that passed before on this job, or that was sent for another job and not accepted there.} other {# of {total, number} passing items repeat files that passed before on this job, or that was sent for another job and not accepted there.}}',
  'content.limit.similar':
    '{count, plural, one {# of {total, plural, one {# passing item} other {# passing items}} looks like a picture that was submitted for another job.} other {# of {total, number} passing items look like a picture that was submitted for another job.}}',
  'content.limit.no_nonce':
    '{count, plural, one {# of {total, plural, one {# passing item} other {# passing items}} carried no single-use code; only the comparison of bytes shows that it was not sent before.} other {# of {total, number} passing items carried no single-use code; only the comparison of bytes shows that they were not sent before.}}',
  'content.limit.no_exif':
    '{count, plural, one {The file of # of {total, plural, one {# passing item} other {# passing items}} carries no time or position of its own that could be compared with what was declared.} other {The files of # of {total, number} passing items carry no time or position of their own that could be compared with what was declared.}}',
  'content.limit.no_exif_other':
    '{count, plural, one {The file of # of {total, plural, one {# passing item} other {# passing items}} states no usable time or position, so nothing in it was compared with what was declared.} other {The files of # of {total, number} passing items state no usable time or position, so nothing in them was compared with what was declared.}}',
  'content.limit.exif':
    '{count, plural, one {The file of # of {total, plural, one {# passing item} other {# passing items}} states a time or position that does not agree with the other values; neither of them decides.} other {The files of # of {total, number} passing items state a time or position that does not agree with the other values; neither of them decides.}}',
  'content.limit.not_decoded':
    '{count, plural, one {# of {total, plural, one {# passing item} other {# passing items}} could not be decoded completely by the service because of an internal error, so it is unknown whether it is complete.} other {# of {total, number} passing items could not be decoded completely by the service because of an internal error, so it is unknown whether they are complete.}}',
  'content.limit.no_credentials':
    '{count, plural, one {The picture of # of {total, plural, one {# passing item} other {# passing items}} carries no content credentials, so no camera vouches for it.} other {The pictures of # of {total, number} passing items carry no content credentials, so no camera vouches for them.}}',
  'content.limit.credentials_not_read':
    '{count, plural, one {The content credentials of # of {total, plural, one {# passing item} other {# passing items}} are in a form that the service does not read, so they vouch for nothing about it here.} other {The content credentials of # of {total, number} passing items are in a form that the service does not read, so they vouch for nothing about them here.}}',
  'content.limit.signer_not_judged':
    '{count, plural, one {The content credentials of # of {total, plural, one {# passing item} other {# passing items}} were signed by a signer whom the service does not judge.} other {The content credentials of # of {total, number} passing items were signed by signers whom the service does not judge.}}',
  'content.limit.signer_not_listed':
    'The content credentials of {count, number} of {total, plural, one {# passing item} other {# passing items}} were signed by a signer who is not on the list of the service.',
  'content.limit.not_captured':
    '{count, plural, one {The content credentials of # of {total, plural, one {# passing item} other {# passing items}} do not show that it is a capture of a camera that nobody has changed.} other {The content credentials of # of {total, number} passing items do not show that they are captures of a camera that nobody has changed.}}',
  'content.limit.unshown':
    '{count, plural, one {# passing item is not in an image format that the printed report can show; it lists it by file type and fingerprint only.} other {# passing items are not in an image format that the printed report can show; it lists them by file type and fingerprint only.}}',
  'content.limit.failed':
    '{count, plural, one {# item failed at least one check; it is listed for completeness and supports nothing.} other {# items failed at least one check; they are listed for completeness and support nothing.}}',
  'content.limit.by_hand':
    '{count, plural, one {The position of # of {total, plural, one {# passing item} other {# passing items}} was typed by hand, because the device gave none; nothing shows that it was captured there.} other {The positions of # of {total, number} passing items were typed by hand, because the device gave none; nothing shows that they were captured there.}}',
  'content.limit.self':
    '{count, number} of {total, plural, one {# passing item} other {# passing items}} came from the requester or a person the requester named, not from an independent verifier.',
  'content.limit.integrator':
    '{count, number} of {total, plural, one {# passing item} other {# passing items}} came from the party that ordered the job, not from an independent verifier.',
  'content.limit.step_required': '“{step}” (required)',
  'content.limit.step_optional': '“{step}” (not required)',
  'content.limit.steps':
    '{count, plural, one {No passing evidence shows the step {steps}.} other {No passing evidence shows the steps {steps}.}}',
  'content.limit.submitted': 'The evidence of this version has not been confirmed yet.',
  'content.limit.disputed':
    'The requester disputes the result; the dispute was open when this version was created.',
  'content.limit.no_verdict': 'The requester had given no verdict when this version was created.',
  'content.limit.no_timestamp':
    'No authority outside the service has confirmed when this report was made: its times are those of the service.',

  'content.check.geofence_pass': 'The declared position is close enough to the address.',
  'content.check.geofence_warn': 'The declared position is farther from the address than expected.',
  'content.check.geofence_fail': 'The declared position is too far from the address.',
  'content.check.geofence_not_run': 'The job has no valid position.',
  'content.check.capture_time_pass': 'The declared time of capture is within the time of the job.',
  'content.check.capture_time_fail': 'The declared time of capture is outside the time of the job.',
  'content.check.freshness_pass': 'The file was received soon after the declared time of capture.',
  'content.check.freshness_warn': 'The file was received long after the declared time of capture.',
  'content.check.hash_pass': 'The file has the declared SHA-256.',
  'content.check.hash_fail': 'The file or the declared SHA-256 changed on its way.',
  'content.check.hash_not_run': 'No hash was declared.',
  'content.check.duplicate_pass': 'The file was not accepted for any job before.',
  'content.check.duplicate_warn': 'A file with the same SHA-256 was sent before.',
  'content.check.duplicate_fail': 'A file with the same SHA-256 was accepted for another job.',
  'content.check.duplicate_not_run':
    'The file could not be read, so it was not compared with others.',
  'content.check.similar_pass': 'No picture like it was submitted for another job.',
  'content.check.similar_warn':
    'The picture looks like one that was submitted for another job. Photos of one place can look alike.',
  'content.check.similar_not_run': 'The file could not be compared with other pictures.',
  'content.check.nonce_pass': 'The single-use code is new.',
  'content.check.nonce_fail': 'The single-use code was used before.',
  'content.check.nonce_not_run': 'No single-use code was given.',
  'content.check.media_pass': 'The file can be read and is of the stated type.',
  'content.check.media_warn': 'The file is smaller than expected, or could not be read completely.',
  'content.check.media_fail':
    'The file cannot be read, or is not a photo, video or PDF of the declared type.',
  'content.check.exif_pass': 'The time or position in the file matches the declared values.',
  'content.check.exif_warn':
    'The time or position in the file does not agree with the other values; neither of them decides.',
  'content.check.exif_fail': 'The time or position in the file contradicts the declared values.',
  'content.check.exif_not_run': 'The file states no time or position that could be compared.',
  'content.check.provenance_pass':
    'A camera signed the file at capture, and it has not been changed since.',
  'content.check.provenance_warn':
    'The content credentials do not show an unchanged capture by a listed camera.',
  'content.check.provenance_fail': 'The file was changed after it was signed.',
  'content.check.provenance_not_run':
    'The file has no content credentials that the service can read.',

  'content.value.accurate': '{distance} (accurate to {accuracy})',
  'content.value.distance_limits': 'pass ≤ {pass}, warn ≤ {warn}',
  'content.value.period': '{from} to {to}',
  'content.value.never_elsewhere': 'never accepted on another job',
  'content.value.elsewhere': 'accepted on another job',
  'content.value.passed_here': 'passed before on this job',
  'content.value.never_seen': 'never seen',
  'content.value.seen_here': 'seen on this job, not passed',
  'content.value.jobs_tried': '{count} jobs tried',
  'content.value.not_used': 'not used before',
  'content.value.unused': 'unused',
  'content.value.used': 'used before',
  'content.value.none_alike': 'none alike',
  'content.value.bits_limit':
    'warn ≤ {hash} of {hash_bits} and ≤ {blocks} of {block_bits} bits different',
  'content.value.bits': '{hash} of {hash_bits}, {blocks} of {block_bits} bits different',
  'content.value.no_bytes': '0 bytes',
  'content.value.unknown_type': 'unknown type',
  'content.value.not_decoded': '{type}, not decoded',
  'content.value.undecodable': '{type}, cannot be decoded',
  'content.value.pages': '{type}, pages: {pages}',
  'content.value.picture_limit':
    '{type}, decodes completely within {seconds} s, ≤ {pixels} megapixels, ≤ {scans} scans or frames; warn < {side} px',
  'content.value.video_limit':
    '{type}, a track with a duration and its first sample, all media data in the file',
  'content.value.document_limit': '{type}, its pages counted within {seconds} s',
  'content.value.any_limit': 'a picture, video or PDF that decodes completely within {seconds} s',
  'content.value.time_apart': 'time {time} apart',
  'content.value.position_apart': 'position {distance} apart',
  'content.value.both_apart': 'time {time} apart, position {distance} apart',
  'content.value.exif_limit':
    'time within {time}, position within {distance} of the declared values',
  'content.value.exif_limit_accuracy':
    'time within {time}, position within {distance} of the declared values, and its accuracy',
  'content.value.credentials': 'signed at capture, no pixel changed since',
  'content.value.credentials_listed':
    'signed at capture, no pixel changed since, by a signer on the list',
  'content.value.not_read': 'not read',
  'content.value.not_confirmed': 'not confirmed',
  'content.value.changed': 'changed after signing',
  'content.value.captured': 'captured',
  'content.value.generated': 'generated',
  'content.value.edited': 'edited',
  'content.value.origin_unknown': 'origin unknown',
  'content.value.signer_not_judged': 'signer not judged',
  'content.value.signer_listed': 'signer listed',
  'content.value.signer_not_listed': 'signer not listed',
} as const;

export type ContentEnglish = typeof en;
