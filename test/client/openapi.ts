export interface paths {
  '/v1/operator/email/mails': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List mails, newest first
     * @description List the mails of the service, newest first.
     */
    get: operations['list_mails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/email/mails/{mail_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a mail
     * @description Get a mail by its id.
     */
    get: operations['get_mail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/email/mails/{mail_id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retry a mail
     * @description Queue a failed mail again; it is attempted at once and then as a new one.
     */
    post: operations['retry_mail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List jobs, newest first
     * @description List the viewer's jobs; for an operator, the jobs of every integrator.
     */
    get: operations['list_jobs'];
    put?: never;
    /**
     * Create a job
     * @description Create a job and open it, unless the input says to leave it unopened. With a test key the job is simulated.
     */
    post: operations['create_job'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a job
     * @description Get a job.
     */
    get: operations['get_job'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update a job
     * @description Change the metadata of a job, in any status. Reports and events that exist keep the metadata that they have.
     */
    patch: operations['update_job'];
    trace?: never;
  };
  '/v1/jobs/{job_id}/requester-feedback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Submit requester feedback
     * @description Submit requester feedback on a job; a verdict changes the status of the job.
     */
    post: operations['submit_requester_feedback'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/review-queue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the jobs that wait for a reviewer
     * @description List the jobs that wait for a reviewer: submitted and disputed ones, and completed ones with unconfirmed answers that are flagged or cannot be told. Flagged ones come first, then those that cannot be told, then the others, the longest waiting first.
     */
    get: operations['list_jobs_to_review'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/open': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open a job
     * @description Open a job to verifiers, or reopen a failed or expired job.
     */
    post: operations['open_job'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a job
     * @description Cancel a job permanently.
     */
    post: operations['cancel_job'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/assign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Assign a job
     * @description Assign a job and return a task token for the assignee. The previous token is revoked; evidence already submitted is kept.
     */
    post: operations['assign_job'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/review': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Review a job
     * @description Accept the evidence of a job, request more evidence, or fail the job; confirm or correct its answers.
     */
    post: operations['review_job'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/capture/task': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the task of a token
     * @description Get the task of the token in the `Authorization: Bearer` header.
     */
    get: operations['capture_task'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/evidence': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the evidence of a job
     * @description List the evidence of a job by time of receipt, failed items included.
     */
    get: operations['list_evidence'];
    put?: never;
    /**
     * Submit evidence by URL
     * @description Submit evidence by its address: the file is fetched, checked and added to the job. An open job is assigned to the integrator.
     */
    post: operations['submit_evidence'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/provider/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Release a task
     * @description Release the job of a task token before any evidence is stored: the job is open again, and the token is revoked.
     */
    post: operations['release_task'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/answers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the revisions of the answers of a job
     * @description List every revision of the answers of a job, newest first; answers to questions that are no longer asked included.
     */
    get: operations['list_answers'];
    put?: never;
    /**
     * Answer questions of a job
     * @description Answer questions of a job. With a task or capture token the job is that of the token. An answer equal to the latest one changes nothing.
     */
    post: operations['submit_answers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/provider/answers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer with a task token
     * @description Answer questions of the job of a task token.
     */
    post: operations['submit_provider_answers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/capture/answers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer with a capture token
     * @description Answer questions of the job of a capture token.
     */
    post: operations['submit_capture_answers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a report version
     * @description Get a version of the report of a job. Each call counts as a view.
     */
    get: operations['get_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/reality-report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a report version
     * @description Create a report version for a submitted, completed or disputed job. The current version is returned when its content would be unchanged.
     */
    post: operations['create_reality_report'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/places': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search places
     * @description Find places by what people type or paste: an address, a place name, coordinates, a plus code, a `geo:` URI, or a link of Google Maps, Apple Maps, OpenStreetMap, Bing or HERE. Returns the best place first, and an empty list if nothing is found. Only towns, villages and districts are known by name; of an address, its town is found.
     */
    get: operations['search_places'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/places/at': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Describe a position
     * @description Describe a position: the position itself with its country, its time zone and a label made of the nearest place, followed by the nearest known places with their distance from it.
     */
    get: operations['describe_place'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/serviceability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the serviceability of a place
     * @description Get the offers that are available at a place, before a site check is requested. Nothing is stored.
     */
    get: operations['get_serviceability'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/services': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the services
     * @description List the services that can be requested, in the order of the catalogue.
     */
    get: operations['services'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/site-checks/{request_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a site check
     * @description Get a site check.
     */
    get: operations['get_site_check'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/site-checks/{request_id}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the report of a site check
     * @description Get a version of the report of a site check. Each call counts as a view; the first view by the requester completes the site check.
     */
    get: operations['get_site_check_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/site-checks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List site checks, newest first
     * @description List site checks of guests and customers, newest first.
     */
    get: operations['list_site_checks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/site-checks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a site check
     * @description Request a site check and return a quote. No API key is required.
     */
    post: operations['request_site_check'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/site-checks/{request_id}/select-offer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Select an offer
     * @description Select an offer of the quote. A free offer confirms the site check immediately.
     */
    post: operations['select_site_check_offer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/site-checks/{request_id}/checkout-session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a checkout session
     * @description Create a checkout session for the selected offer, or return the open session.
     */
    post: operations['create_checkout_session'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/site-checks/{request_id}/self-service-capture': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start self-service capture
     * @description Create a capture link for a confirmed self-service site check. The previous link is revoked.
     */
    post: operations['start_self_service_capture'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/site-checks/{request_id}/requester-feedback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Submit requester feedback on a site check
     * @description Submit requester feedback on the report of a site check; a verdict changes the status of the site check.
     */
    post: operations['submit_site_check_feedback'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/site-checks/{request_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a site check
     * @description Cancel a site check and refund its payment. The requester can cancel it until work begins, an operator until it is completed.
     */
    post: operations['cancel_site_check'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/auth/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the session
     * @description Get the account that the session belongs to.
     */
    get: operations['customer_session'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/auth/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an account
     * @description Create an account and sign the customer in. The session is set as a cookie; a mail asks to confirm the email address.
     */
    post: operations['register_customer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/auth/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in
     * @description Sign a customer in. The session is set as a cookie and replaces the one carried.
     */
    post: operations['login_customer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/auth/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign out
     * @description End the session, or every session of the account, and clear the cookie.
     */
    post: operations['logout_customer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/auth/confirm-email': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm an email address
     * @description Confirm the email address of an account. Without a session of this account, it also ends every session and removes the password, since someone else may have registered the address; the same token then sets a new one, like that of a reset mail. Repeating it with the same token returns the same account.
     */
    post: operations['confirm_customer_email'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/auth/resend-confirmation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resend the confirmation mail
     * @description Send another mail that asks to confirm the email address; the links of earlier ones stop working. A confirmed address gets none.
     */
    post: operations['resend_customer_confirmation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/auth/password-reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a password reset
     * @description Send a link to set a new password if there is an account with this email; the answer is the same if there is none. The mail follows within seconds; links of earlier mails stay valid.
     */
    post: operations['request_password_reset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/auth/password-reset/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reset a password
     * @description Set a new password with the token of a reset mail, confirm the email address, end every other session and sign the customer in. An account whose password was removed when its address was confirmed also takes the token of that confirmation.
     */
    post: operations['reset_customer_password'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/account/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the password
     * @description Change the password, end every other session and replace this one.
     */
    post: operations['change_customer_password'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Update the account
     * @description Update the name or the phone number of the account.
     */
    post: operations['update_customer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/customers/{account_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a customer
     * @description Get the account of a customer by its id, erased accounts included.
     */
    get: operations['get_customer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/customers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List customers, newest first
     * @description List the accounts of customers, newest first.
     */
    get: operations['list_customers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests/{request_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a customer request
     * @description Get a request of the customer.
     */
    get: operations['get_customer_request'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List customer requests, newest first
     * @description List the requests of the customer, newest first.
     */
    get: operations['list_customer_requests'];
    put?: never;
    /**
     * Create a customer request
     * @description Request a site check for the customer and return a quote.
     */
    post: operations['create_customer_request'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests/{request_id}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the report of a customer request
     * @description Get a version of the report of a request. Each call counts as a view; the first view by the customer completes the request.
     */
    get: operations['get_customer_request_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/self-service-requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a self-service request
     * @description Request a site check whose photos the customer or an invited person takes. It is free and confirmed immediately where self-service capture is available.
     */
    post: operations['create_self_service_request'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests/claim': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Claim a site check
     * @description Add a site check that was requested without an account to the requests of the customer. Its access token stays valid.
     */
    post: operations['claim_customer_request'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests/{request_id}/select-offer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Select an offer of a customer request
     * @description Select an offer of the quote. A free offer confirms the request immediately.
     */
    post: operations['select_customer_request_offer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests/{request_id}/checkout-session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a checkout session for a customer request
     * @description Create a checkout session for the selected offer, or return the open session.
     */
    post: operations['create_customer_checkout_session'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests/{request_id}/self-service-capture': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start capture of a customer request
     * @description Create a capture link for a confirmed self-service request. The previous link is revoked.
     */
    post: operations['start_customer_capture'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests/{request_id}/requester-feedback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Submit feedback on a customer request
     * @description Submit feedback of the customer on the report of a request; a verdict changes the status of the request.
     */
    post: operations['submit_customer_request_feedback'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests/{request_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a customer request
     * @description Cancel a request before work begins and refund its payment.
     */
    post: operations['cancel_customer_request'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests/{request_id}/self-service-invites': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the self-service invites of a site check
     * @description List the invites of a site check, newest first.
     */
    get: operations['list_self_service_invites'];
    put?: never;
    /**
     * Create a self-service invite
     * @description Invite somebody on site to capture the evidence of a confirmed self-service site check. With the channel email, the service sends the capture link.
     */
    post: operations['create_self_service_invite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/self-service/invites/{invite_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a self-service invite
     * @description Get an invite, with its capture link while it is active.
     */
    get: operations['get_self_service_invite'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/self-service/invites/{invite_id}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resend a self-service invite
     * @description Issue a new capture link for an invite and send it as before. The previous link is revoked.
     */
    post: operations['resend_self_service_invite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/self-service/invites/{invite_id}/reassign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reassign a self-service invite
     * @description Replace an invite by an invite to another person and return the new one. The previous link is revoked; evidence already submitted is kept.
     */
    post: operations['reassign_self_service_invite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/self-service/invites/{invite_id}/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke a self-service invite
     * @description Revoke an invite and its link. Before the first evidence the job is open again; evidence already submitted is kept. Revoking it again has no effect.
     */
    post: operations['revoke_self_service_invite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/reality-report/deliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deliver a report
     * @description Deliver the current report version of a site check to its requester by email, up to 20 times. New versions are delivered automatically, except one that replaces a withdrawn report. The answer waits for the PDF and for the mail server.
     */
    post: operations['deliver_reality_report'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/reality-report/withdraw': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Withdraw a report version
     * @description Withdraw a report version. The highest version left becomes the current one. A withdrawn version remains readable by its number.
     */
    post: operations['withdraw_reality_report'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/email/inbox/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List inbox messages, newest first
     * @description List inbox messages by the time they were received, newest first. Subject, bodies and metadata of founder-private messages are empty without the scope `inbox:private`.
     */
    get: operations['list_email_messages'];
    put?: never;
    /**
     * Store a message in the inbox
     * @description Ingest a message of a mailbox: it is stored and routed by the email policy. A message that was ingested before stays as it is.
     */
    post: operations['ingest_email_message'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/email/inbox/messages/{message_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an inbox message
     * @description Get an inbox message. Subject, bodies and metadata of a founder-private message are empty without the scope `inbox:private`.
     */
    get: operations['get_email_message'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/email/inbox/messages/{message_id}/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set the processing status of an inbox message
     * @description Move an inbox message to a processing status, and store who handles it and how.
     */
    post: operations['set_email_message_status'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/email/policy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the email policy
     * @description Get the email policy: folders, queues, agents and the aliases that each may use.
     */
    get: operations['get_email_inbox_policy'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/email/inbox/messages/{message_id}/reply-draft': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Draft an answer to an inbox message
     * @description Draft an answer to an inbox message; nothing is stored or sent.
     */
    post: operations['draft_email_reply'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/email/outbound': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a mail
     * @description Send a mail from an alias of the email policy. `accepted` says whether the mail server took it within 8 seconds; otherwise it is retried, and the mail of the submission id has its state.
     */
    post: operations['send_email'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List providers, newest first
     * @description List the providers, newest first.
     */
    get: operations['list_providers'];
    put?: never;
    /**
     * Create a provider
     * @description Create a provider: a verifier to whom dispatch runs offer jobs.
     */
    post: operations['create_provider'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/providers/{provider_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a provider
     * @description Get a provider.
     */
    get: operations['get_provider'];
    put?: never;
    /**
     * Update a provider
     * @description Update a provider; offers that are open stay as they are.
     */
    post: operations['update_provider'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/providers/{provider_id}/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase a provider
     * @description Erase the contact data of a provider: here, in dispatch runs, in the assignments of jobs and in mails. The provider is retired.
     */
    post: operations['erase_provider'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/jobs/{job_id}/dispatch-runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start a dispatch run
     * @description Start a dispatch run: an open job is offered to verifiers, wave after wave, until one accepts it.
     */
    post: operations['start_dispatch_run'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/dispatch-runs/{run_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a dispatch run
     * @description Cancel a dispatch run: its open offers are withdrawn; the job stays open.
     */
    post: operations['cancel_dispatch_run'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/dispatch-runs/{run_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a dispatch run
     * @description Get a dispatch run.
     */
    get: operations['get_dispatch_run'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/dispatch-runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List dispatch runs, newest first
     * @description List the dispatch runs, newest first.
     */
    get: operations['list_dispatch_runs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/provider/offer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an offer
     * @description Get the offer of the token in the `Authorization: Bearer` header; the address follows once it is accepted.
     */
    get: operations['get_provider_offer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/provider/offer/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept an offer
     * @description Accept the offer of the token: the job is assigned, and its task token is returned. Repeated by its winner, it returns the same token.
     */
    post: operations['accept_provider_offer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/provider/offer/decline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decline an offer
     * @description Decline the offer of the token; once declined, it has no further effect.
     */
    post: operations['decline_provider_offer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/account/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the data of the account
     * @description Export what is stored about the customer: the account, its sessions, and the requests, newest first, with their questions, answers, feedback, invites, mails, events and reports.
     */
    get: operations['get_customer_export'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase a job
     * @description Erase the content of a completed, failed, expired or cancelled job: texts, positions, names, evidence files and reports. Ids, hashes, times and results of checks are kept. This cannot be undone; erasing it again has no effect.
     */
    post: operations['erase_job'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/site-checks/{request_id}/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase a site check
     * @description Erase the content of a site check: texts, position, contact details, evidence files and reports. One that nobody works on yet is cancelled first, and its payment is refunded. This cannot be undone; the access token opens nothing afterwards.
     */
    post: operations['erase_site_check'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/account/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase the account
     * @description Erase the account and every request of the customer. The account is closed at once; requests that nobody works on are cancelled and refunded. This cannot be undone.
     */
    post: operations['erase_customer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/customers/{account_id}/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase a customer
     * @description Erase the account of a customer and every request of it. Erasing it again has no effect.
     */
    post: operations['erase_customer_account'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/agents/action-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List actions of agents, newest first
     * @description List the actions of agents in the last 400 days, newest first.
     */
    get: operations['list_agent_action_events'];
    put?: never;
    /**
     * Record an action of an agent
     * @description Record what an agent did; a record is never changed.
     */
    post: operations['record_agent_action'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/agents/{agent_name}/state': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of an agent
     * @description Get the state of an agent in a scope.
     */
    get: operations['get_agent_state'];
    put?: never;
    /**
     * Store the state of an agent
     * @description Store the state of an agent in a scope; the one before is replaced as a whole.
     */
    post: operations['upsert_agent_state'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/agents/{agent_name}/states': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the states of an agent
     * @description List the states of an agent in every scope, the newest scope first.
     */
    get: operations['list_agent_states'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/agents/telemetry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the telemetry of an agent
     * @description Count the loop iterations and errors of an agent in the last hours.
     */
    get: operations['get_agent_telemetry'];
    put?: never;
    /**
     * Record a telemetry event of an agent
     * @description Record that an agent ran once more, or met an error; counted in /metrics too.
     */
    post: operations['record_agent_telemetry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/beliefs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List beliefs, newest first
     * @description List beliefs, superseded and retired ones included, newest first.
     */
    get: operations['list_beliefs'];
    put?: never;
    /**
     * Create a belief
     * @description Create a belief. It is never edited: a later belief supersedes it. Of two that supersede one belief, the first is stored.
     */
    post: operations['create_belief'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/beliefs/{belief_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a belief
     * @description Get a belief.
     */
    get: operations['get_belief'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/beliefs/{belief_id}/retire': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retire a belief
     * @description Retire a belief that nothing replaces; it keeps its key.
     */
    post: operations['retire_belief'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/decisions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List decisions, newest first
     * @description List the decision log, newest first.
     */
    get: operations['list_decisions'];
    put?: never;
    /**
     * Log a decision
     * @description Log a decision; an entry is never changed.
     */
    post: operations['log_decision'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/decisions/{decision_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a decision
     * @description Get an entry of the decision log.
     */
    get: operations['get_decision'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/director-tickets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List director tickets, newest first
     * @description List director tickets, newest first.
     */
    get: operations['list_director_tickets'];
    put?: never;
    /**
     * Create a director ticket
     * @description Create a director ticket: work that one part of the operation asks of another.
     */
    post: operations['create_director_ticket'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/director-tickets/{ticket_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a director ticket
     * @description Get a director ticket by its id or its code.
     */
    get: operations['get_director_ticket'];
    put?: never;
    /**
     * Update a director ticket
     * @description Update a director ticket. `verified` needs evidence for every requirement and a required gate passed; `done` needs a verification that is `verified` or `not_required`.
     */
    post: operations['update_director_ticket'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/director-ticket-claims': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Claim a director ticket
     * @description Claim a director ticket for a while: the open one with the earliest deadline, then the oldest, or the one named. Nobody else can claim or update it until the lease ends.
     */
    post: operations['claim_director_ticket'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/director-tickets/{ticket_id}/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Release a director ticket
     * @description Release a director ticket that is in progress, so that others can claim it.
     */
    post: operations['release_director_ticket'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/clock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the clock of the sandbox
     * @description Get the clock of the sandbox of the test key.
     */
    get: operations['sandbox_clock'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/clock/advance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Advance the clock of the sandbox
     * @description Move the clock of the sandbox forward and do what falls due until then, each at its own time. A call does 200 steps at most; when `more` is true, call it again.
     */
    post: operations['advance_sandbox_clock'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/jobs/{job_id}/review': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Review a test job
     * @description Decide on the evidence of a test job in the place of an operator: accept it, request more, or fail the job.
     */
    post: operations['review_sandbox_job'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/log/proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the inclusion proof of a report version
     * @description Get the proof (RFC 6962) that a report version is in the transparency log, against the newest checkpoint or a tree size up to it.
     */
    get: operations['get_log_proof'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/log/consistency': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the consistency proof between two tree sizes
     * @description Get the proof (RFC 6962) that the tree of `from` entries is the start of the tree of `to` entries.
     */
    get: operations['get_log_consistency'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/adaptive-cadence/evaluate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Evaluate an adaptive cadence
     * @description Evaluate figures and alerts, decide how often to do so, and raise what people must decide.
     */
    post: operations['evaluate_adaptive_cadence'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/adaptive-cadence': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the last decision of an adaptive cadence
     * @description Get the last decision of an adaptive cadence.
     */
    get: operations['get_adaptive_cadence'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/kpi-snapshots': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List KPI snapshots
     * @description List the KPI snapshots of a scope, the earliest day first.
     */
    get: operations['list_kpi_snapshots'];
    put?: never;
    /**
     * Compute a KPI snapshot
     * @description Compute the figures of a day from its events; those computed before are replaced.
     */
    post: operations['compute_kpi_snapshot'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/experiments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List experiments, newest first
     * @description List experiments, newest first.
     */
    get: operations['list_experiments'];
    put?: never;
    /**
     * Create an experiment
     * @description Create an experiment. Moving it to `running` starts it.
     */
    post: operations['create_experiment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/experiments/{experiment_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an experiment
     * @description Get an experiment.
     */
    get: operations['get_experiment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/experiments/{experiment_id}/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move an experiment to another status
     * @description Start, pause, resume, complete or abort an experiment.
     */
    post: operations['move_experiment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/experiments/{experiment_id}/assignment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the variant of a unit
     * @description Get the variant of a unit in an experiment that runs or is paused; the same at every call.
     */
    get: operations['get_experiment_assignment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/operator/experiments/{experiment_id}/result': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the result of an experiment
     * @description Compute what is measured of the variants of an experiment: shares with their intervals, no verdict.
     */
    get: operations['get_experiment_result'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events, oldest first
     * @description List the events of the viewer's jobs, oldest first; for an operator, all events.
     */
    get: operations['list_events'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events/{event_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an event
     * @description Get an event.
     */
    get: operations['get_event'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook endpoints
     * @description List the webhook endpoints of the integrator, at most 10, the oldest first.
     */
    get: operations['list_webhook_endpoints'];
    put?: never;
    /**
     * Create a webhook endpoint
     * @description Create a webhook endpoint, to which events from now on are posted by Standard Webhooks 1.0. The secret is returned only here.
     */
    post: operations['create_webhook_endpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpoint_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a webhook endpoint
     * @description Get a webhook endpoint of the integrator.
     */
    get: operations['get_webhook_endpoint'];
    put?: never;
    /**
     * Update a webhook endpoint
     * @description Update, pause or enable a webhook endpoint. One that was disabled goes on with the events from now on; replay those in between.
     */
    post: operations['update_webhook_endpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpoint_id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook deliveries, newest first
     * @description List the deliveries to a webhook endpoint, newest first; they are kept for 30 days.
     */
    get: operations['list_webhook_deliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpoint_id}/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete a webhook endpoint
     * @description Delete a webhook endpoint with its secret and cancel its pending deliveries. The response shows it as it was.
     */
    post: operations['delete_webhook_endpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpoint_id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of a webhook endpoint
     * @description Rotate the secret of a webhook endpoint; the new one is returned only here. The previous one also signs for 24 hours; the one before that ends at once.
     */
    post: operations['rotate_webhook_secret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpoint_id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a webhook endpoint
     * @description Deliver an event of the type `webhook.test` to a webhook endpoint; it is in no list of events.
     */
    post: operations['test_webhook_endpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-deliveries/{delivery_id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replay a webhook delivery
     * @description Post a delivered or failed delivery again, under the same webhook-id; it waits for no other delivery.
     */
    post: operations['replay_webhook_delivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-endpoints/{endpoint_id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replay events to a webhook endpoint
     * @description Deliver the events of a range that a webhook endpoint lacks or whose delivery failed, at most 10000 in a call; call again for more. Includes the events of every request answered before the call.
     */
    post: operations['replay_webhook_events'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check liveness
     * @description Return 200 while the process is running; implements version 0.1.0 of the interface.
     */
    get: operations['healthz'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/jobs/{job_id}/report.pdf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a report version as PDF
     * @description Return the PDF of a report version with the signed report embedded; the bytes never change. The answer waits until the PDF is rendered.
     */
    get: operations['get_report_pdf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/.well-known/jwks.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the public keys for report verification
     * @description Return a JSON Web Key Set (RFC 7517); `kid` matches the `key_id` of a report; keys with `x5c` sign PDFs; the key with `use` `log` signs the checkpoints of the transparency log.
     */
    get: operations['get_key_set'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/.well-known/sandbox-jwks.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the public keys for test reports
     * @description Return the JSON Web Key Set by which reports of the sandbox are verified; empty before there is a test key. No live report is signed by these keys.
     */
    get: operations['get_sandbox_key_set'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/.well-known/report-signing.pem': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the certificate that signs report PDFs
     * @description Return the certificate of the signature that PDF readers show. Every certificate that has signed a report is in `/.well-known/jwks.json` (`x5c`).
     */
    get: operations['get_report_certificate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/.well-known/sandbox-report-signing.pem': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the certificate that signs PDFs of test reports
     * @description Return the certificate of the sandbox; no live report is signed by it.
     */
    get: operations['get_sandbox_report_certificate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/console/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the configuration of the developer console
     * @description Return the addresses and settings of the service that its clients need to begin.
     */
    get: operations['get_console_config'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/provider/evidence': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload evidence with a task token
     * @description Store the file while it arrives and check it once it is complete. A repeated upload of the same bytes with the same captured_at returns the first result. Fields may be in any order; send the token first for the best performance.
     */
    post: operations['upload_provider_evidence'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/capture/evidence': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload evidence with a capture token
     * @description Store the file while it arrives and check it once it is complete. A repeated upload of the same bytes with the same captured_at returns the first result. Fields may be in any order; send the token first for the best performance.
     */
    post: operations['upload_capture_evidence'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media/{job_id}/{evidence_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an evidence file by its signed link
     * @description Use media_url unchanged, query included; it expires after 1 to 2 hours. Supports Range requests.
     */
    get: operations['read_media'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/media/{job_id}/{evidence_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an evidence file of a test job by its signed link
     * @description Use media_url unchanged, query included; it expires after 1 to 2 hours of the sandbox's clock. Supports Range requests.
     */
    get: operations['read_sandbox_media'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/public/site-checks/{request_id}/report.pdf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the report of a site check as PDF
     * @description Return the PDF of a report version; the bytes never change. The answer waits until the PDF is rendered.
     */
    get: operations['get_site_check_report_pdf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/requests/{request_id}/report.pdf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the report of a customer request as PDF
     * @description Return the PDF of a report version; the bytes never change. The answer waits until the PDF is rendered.
     */
    get: operations['get_customer_request_report_pdf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/{request_id}/cover.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the cover of a report by its signed link
     * @description Return the result, the summary and the versions of the report, without its evidence. Use the query of the link unchanged. Counts as no view.
     */
    get: operations['read_signed_report_cover'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/{request_id}/report.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the report of a site check by its signed link
     * @description Use the link on the report page unchanged, query included. The response is that of the report of the site check; it counts as a view by the requester.
     */
    get: operations['read_signed_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/{request_id}/report.pdf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the report of a site check as PDF by its signed link
     * @description Use the link on the report page unchanged, query included. A download counts as a view by the requester. The answer waits until the PDF is rendered.
     */
    get: operations['read_signed_report_pdf'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/log/checkpoint': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the newest checkpoint of the transparency log
     * @description Return a signed note (C2SP tlog-checkpoint): origin, size and root of the tree.
     */
    get: operations['get_log_checkpoint'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/log/key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the verifier key of the transparency log
     * @description Return the vkey (C2SP signed-note) that checkpoints are verified with.
     */
    get: operations['get_log_key'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/log/tile/{level}/{number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a tile of the transparency log
     * @description Return the SHA-256 hashes of a tile one after another, or with the level `entries` its entries, each behind its length in 16 bits (C2SP tlog-tiles). A full tile is `/log/tile/0/000`; one that is not full names its width, `/log/tile/0/000.p/7`.
     */
    get: operations['get_log_tile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/log/checkpoint': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the newest checkpoint of the transparency log of the sandbox
     * @description Return a signed note (C2SP tlog-checkpoint): origin, size and root of the tree.
     */
    get: operations['get_sandbox_log_checkpoint'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/log/key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the verifier key of the transparency log of the sandbox
     * @description Return the vkey (C2SP signed-note) that checkpoints are verified with.
     */
    get: operations['get_sandbox_log_key'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/log/tile/{level}/{number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a tile of the transparency log of the sandbox
     * @description Return the SHA-256 hashes of a tile one after another, or with the level `entries` its entries, each behind its length in 16 bits (C2SP tlog-tiles). A full tile is `/sandbox/log/tile/0/000`; one that is not full names its width, `/sandbox/log/tile/0/000.p/7`.
     */
    get: operations['get_sandbox_log_tile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  event: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Receive an event
     * @description Posts an event to each webhook endpoint that takes its type, signed by Standard Webhooks 1.0. The events of one job, else of one request, else of one document, come in the order of `seq`, each at least once.
     */
    post: operations['receive_event'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** @description A mail of the service, without its text. */
    Mail: {
      /** @description Id of the mail. */
      mail_id: string;
      /** @description What it says. One of `confirm_email`, `password_reset`, `password_changed`, `payment_received`, `payment_refunded`, `report_delivered`, `report_withdrawn`, `request_closed`, `capture_invite`, `invite_expired`, `dispatch_offer`, `outbound`. */
      kind: string;
      /** @description Current status. One of `queued`, `sending`, `sent`, `failed`, `skipped`, `bounced`. */
      status: string;
      /** @description Recipient; null when none was known, or once erased. */
      to: string | null;
      /** @description Subject of a mail of the kind OUTBOUND; null for mails made from a template. */
      subject: string | null;
      /** @description Person or agent that sent it; null when the service did. */
      actor: string | null;
      /** @description What the mail is about. */
      about: components['schemas']['MailAbout'];
      /** @description Number of attempts since it was queued, at most 8. */
      attempts: number;
      /** @description Reason for which it was skipped, or response to the last attempt; null after success. */
      last_error: string | null;
      /** @description Message-ID of every attempt, without angle brackets. */
      message_id: string;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the next attempt; null when none is planned.
       */
      due_at: string | null;
      /**
       * Format: date-time
       * @description Time when the mail server accepted it; null until then.
       */
      sent_at: string | null;
    };
    /** @description What a mail is about. */
    MailAbout: {
      /** @description Id of the account; null when there is none. */
      customer_id: string | null;
      /** @description Id of the site check; null when there is none. */
      request_id: string | null;
      /** @description Id of the job; null when there is none. */
      job_id: string | null;
      /** @description Id of the checkout session; null when there is none. */
      session_id: string | null;
      /** @description Id of the invite; null when there is none. */
      invite_id: string | null;
      /** @description Id of the dispatch run; null when there is none. */
      run_id: string | null;
      /** @description Id of the thread of a dispatch run; null when there is none. */
      thread_id: string | null;
      /** @description Id of the provider; null when there is none. */
      provider_id: string | null;
      /** @description Id of the report delivery; null when there is none. */
      delivery_id: string | null;
      /** @description Number of the report version; null when there is none. */
      version_number: number | null;
      /** @description Id of the inbox message that it answers; null when there is none. */
      inbox_message_id: string | null;
    };
    /** @description A request to verify something at a physical place (JobCreatedOut, JobSnapshotOut). */
    JobCreatedOut: {
      /** @description Id of the job, a UUIDv7. */
      job_id: string;
      /** @description Current status. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      status: string;
      /** @description Whether the job is simulated: it was created with a test key. */
      test_mode: boolean;
      /** @description Reason given for the current status; null without one. */
      status_reason: string | null;
      /** @description Key of the requested service; null when none was given. */
      service_key: string | null;
      /** @description What to verify. */
      objective: string;
      /** @description Address to visit. */
      address: string;
      /**
       * Format: double
       * @description Latitude in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude in degrees, WGS 84.
       */
      longitude: number;
      /** @description Notes for the verifier. */
      notes: string;
      /** @description URLs of photos that show the subject. */
      reference_photos: string[];
      /** @description Nonce sent when the job was created, for replay protection. */
      nonce: string;
      /** @description Keys and strings that its integrator attached; verifiers and requesters of site checks never see them. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description Whether the job was to be opened on creation. */
      auto_open: boolean;
      /** @description Channel through which the job was created. One of `api`, `public_site_check`, `customer_portal`, `self_service`. */
      intake_source: string;
      /** @description Who captures the evidence. One of `operator`, `self_service`. */
      execution_mode: string;
      /** @description Id of the site check served by the job; null for a job created with an API key. */
      request_id: string | null;
      /** @description Steps to be shown on site. */
      steps: components['schemas']['StepOut'][];
      /** @description Questions for the person on site, the objective first. */
      questions: components['schemas']['Question'][];
      /** @description Current answers, in the order of the questions. */
      answers: components['schemas']['Answer'][];
      /** @description Warnings about the job; empty when there are none. */
      warnings: components['schemas']['JobWarning'][];
      /** @description Number of stored evidence items, failed ones included. */
      evidence_count: number;
      /** @description Current state of the report. */
      report: components['schemas']['PublicReportStateOut'];
      /** @description Summary of the requester feedback. */
      feedback: components['schemas']['FeedbackSummary'];
      /** @description Number of writes to the job, from 1; evidence and feedback included. */
      revision: number;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the latest change.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time when the job was last opened; null before.
       */
      opened_at: string | null;
      /**
       * Format: date-time
       * @description Time of the latest assignment; null before the first.
       */
      assigned_at: string | null;
      /**
       * Format: date-time
       * @description Time when the last required step passed; null before.
       */
      submitted_at: string | null;
      /**
       * Format: date-time
       * @description Time when the job was completed; null before.
       */
      completed_at: string | null;
      /**
       * Format: date-time
       * @description Deadline: 30 days after the job was last opened or returned to work; null when none applies.
       */
      expires_at: string | null;
    };
    /** @description A step to be shown on site. */
    StepOut: {
      /** @description Key of the step, unique within the job. */
      step_name: string;
      /** @description Short title for display. */
      label: string;
      /** @description Current status. One of `pending`, `passed`, `failed`, `skipped`. */
      status: string;
      /** @description Whether the job needs passing evidence for the step. */
      required: boolean;
      /** @description Instructions for the person on site. */
      instructions: string;
      /** @description Ids of the evidence items submitted for the step. */
      evidence_ids: string[];
      /** @description Failed checks of the latest evidence item; empty when it passed. */
      validation_errors: string[];
      /**
       * Format: date-time
       * @description Time when the step passed; null until then.
       */
      completed_at: string | null;
    };
    /** @description A question for the person on site. */
    Question: {
      /** @description Key of the question, unique within the job; `objective` for the objective. */
      question_key: string;
      /** @description Text of the question, shown to the person on site. */
      label: string;
      /** @description Instructions for finding the answer; null for none. */
      help: string | null;
      /** @description Kind of the answer. One of `yes_no`, `choice`, `choices`, `number`, `text`, `date_time`. */
      kind: string;
      /** @description Options of a choice or choices question; empty for other kinds. */
      options: components['schemas']['QuestionOption'][];
      /** @description Unit of a number; null for none. */
      unit: string | null;
      /**
       * Format: double
       * @description Smallest number accepted; null for none.
       */
      minimum: number | null;
      /**
       * Format: double
       * @description Largest number accepted; null for none.
       */
      maximum: number | null;
      /** @description Digits of a number after the decimal point; null for any. */
      decimals: number | null;
      /** @description True if the job cannot be submitted without an answer while the question is shown. */
      required: boolean;
      /** @description Key of the step with whose photos the question is asked; null if it belongs to no step. */
      step_name: string | null;
      /** @description The answer to an earlier question that shows this one; null if it is always shown. */
      show_when: components['schemas']['ShowWhen'] | null;
      /** @description Values that need a photo, or `always`; null for none. */
      evidence_when:
        | {
            [key: string]: unknown;
          }
        | unknown[]
        | string
        | number
        | boolean
        | null;
      /** @description Values that need a comment, or `always`; null for none. */
      comment_when:
        | {
            [key: string]: unknown;
          }
        | unknown[]
        | string
        | number
        | boolean
        | null;
      /** @description Values that flag the answer, including `cannot_tell`; for a number also `{below, above}`, both exclusive; null for none. */
      flag_when:
        | {
            [key: string]: unknown;
          }
        | unknown[]
        | string
        | number
        | boolean
        | null;
    };
    /** @description An option of a question. */
    QuestionOption: {
      /** @description Key of the option, used in answers. */
      key: string;
      /** @description Label for display. */
      label: string;
    };
    /** @description The answer to an earlier question that shows this one. */
    ShowWhen: {
      /** @description Key of an earlier question. */
      question_key: string;
      /** @description Values of its answer that show the question. */
      values: (
        | {
            [key: string]: unknown;
          }
        | unknown[]
        | string
        | number
        | boolean
        | null
      )[];
    };
    /** @description One revision of the answer to one question. */
    Answer: {
      /** @description Key of the question. */
      question_key: string;
      /** @description Number of the revision, from 1 for each question. */
      revision: number;
      /** @description The value, as the kind of the question says; null where it cannot be told or was erased. */
      value:
        | {
            [key: string]: unknown;
          }
        | unknown[]
        | string
        | number
        | boolean
        | null;
      /** @description Whether the answer is that it cannot be told. */
      cannot_tell: boolean;
      /** @description Why it cannot be told, or why a reviewer corrected it; else null. */
      reason: string | null;
      /** @description Comment on the answer; null without one. */
      comment: string | null;
      /** @description Ids of the evidence that shows the answer. */
      evidence_ids: string[];
      /** @description Who gave it. One of `verifier`, `requester`, `invitee`, `integrator`, `reviewer`. */
      answered_by: string;
      /**
       * Format: date-time
       * @description Time of the answer by the clock of the device.
       */
      answered_at: string;
      /**
       * Format: date-time
       * @description Time of receipt.
       */
      received_at: string;
      /** @description Whether the requester wants to be alerted to it. */
      flagged: boolean;
      /** @description Who confirmed it; null while it is unconfirmed. One of `verifier`, `requester`, `invitee`, `integrator`, `reviewer`. */
      confirmed_by: string | null;
      /**
       * Format: date-time
       * @description Time of the confirmation; null while it is unconfirmed.
       */
      confirmed_at: string | null;
      /** @description Reason that the reviewer gave for the confirmation; null without one. */
      confirmation_reason: string | null;
    };
    /** @description A condition of the job that its owner should know about. */
    JobWarning: {
      /** @description Machine-readable key of the warning. */
      code: string;
      /** @description Explanation for display. */
      message: string;
    };
    /** @description State of the report of a job. */
    PublicReportStateOut: {
      /** @description Current status of the report. One of `not_ready`, `generating`, `ready`, `delivered`, `withdrawn`. */
      status: string;
      /** @description Id of the report, shared by all its versions; null before the first version. */
      report_id: string | null;
      /** @description Number of the current version, from 1; of the latest one where every version was withdrawn. Null before the first version. */
      version_number: number | null;
      /** @description Number of versions, withdrawn ones included. */
      version_count: number;
      /**
       * Format: date-time
       * @description Time when that version was created; null before the first version.
       */
      generated_at: string | null;
      /**
       * Format: date-time
       * @description Time when that version was first delivered; null before.
       */
      delivered_at: string | null;
      /** @description URL of the report as JSON; null before the first version. */
      report_url: string | null;
      /** @description URL of the report as PDF; null before the first version. */
      pdf_export_url: string | null;
    };
    /** @description Summary of the requester feedback on a job. */
    FeedbackSummary: {
      /** @description Number of feedback entries. */
      count: number;
      /** @description Latest rating, 1 (poor) to 5 (excellent); null without one. */
      last_rating: number | null;
      /** @description Latest verdict; null without one. One of `accepted`, `needs_more`, `disputed`. */
      last_verdict: string | null;
      /**
       * Format: date-time
       * @description Time of the latest feedback; null without any.
       */
      last_at: string | null;
    };
    /** @description A request to verify something at a physical place (JobCreatedOut, JobSnapshotOut). */
    JobSnapshotOut: {
      /** @description Id of the job, a UUIDv7. */
      job_id: string;
      /** @description Current status. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      status: string;
      /** @description Whether the job is simulated: it was created with a test key. */
      test_mode: boolean;
      /** @description Reason given for the current status; null without one. */
      status_reason: string | null;
      /** @description Key of the requested service; null when none was given. */
      service_key: string | null;
      /** @description What to verify. */
      objective: string;
      /** @description Address to visit. */
      address: string;
      /**
       * Format: double
       * @description Latitude in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude in degrees, WGS 84.
       */
      longitude: number;
      /** @description Notes for the verifier. */
      notes: string;
      /** @description URLs of photos that show the subject. */
      reference_photos: string[];
      /** @description Nonce sent when the job was created, for replay protection. */
      nonce: string;
      /** @description Keys and strings that its integrator attached; verifiers and requesters of site checks never see them. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description Whether the job was to be opened on creation. */
      auto_open: boolean;
      /** @description Channel through which the job was created. One of `api`, `public_site_check`, `customer_portal`, `self_service`. */
      intake_source: string;
      /** @description Who captures the evidence. One of `operator`, `self_service`. */
      execution_mode: string;
      /** @description Id of the site check served by the job; null for a job created with an API key. */
      request_id: string | null;
      /** @description Steps to be shown on site. */
      steps: components['schemas']['StepOut'][];
      /** @description Questions for the person on site, the objective first. */
      questions: components['schemas']['Question'][];
      /** @description Current answers, in the order of the questions. */
      answers: components['schemas']['Answer'][];
      /** @description Warnings about the job; empty when there are none. */
      warnings: components['schemas']['JobWarning'][];
      /** @description Number of stored evidence items, failed ones included. */
      evidence_count: number;
      /** @description Current state of the report. */
      report: components['schemas']['PublicReportStateOut'];
      /** @description Summary of the requester feedback. */
      feedback: components['schemas']['FeedbackSummary'];
      /** @description Number of writes to the job, from 1; evidence and feedback included. */
      revision: number;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the latest change.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time when the job was last opened; null before.
       */
      opened_at: string | null;
      /**
       * Format: date-time
       * @description Time of the latest assignment; null before the first.
       */
      assigned_at: string | null;
      /**
       * Format: date-time
       * @description Time when the last required step passed; null before.
       */
      submitted_at: string | null;
      /**
       * Format: date-time
       * @description Time when the job was completed; null before.
       */
      completed_at: string | null;
      /**
       * Format: date-time
       * @description Deadline: 30 days after the job was last opened or returned to work; null when none applies.
       */
      expires_at: string | null;
    };
    /** @description A stored feedback entry (RequesterFeedbackOut). */
    RequesterFeedbackOut: {
      /** @description Id of the feedback entry. */
      feedback_id: string;
      /** @description Id of the job. */
      job_id: string;
      /** @description Status of the job after the feedback. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      job_status: string;
      /** @description Always true: the feedback is stored. */
      accepted: boolean;
      /** @description Rating, 1 (poor) to 5 (excellent); null without one. */
      rating: number | null;
      /** @description Verdict of the requester; null without one. One of `accepted`, `needs_more`, `disputed`. */
      verdict: string | null;
      /** @description Comment of the requester; null without one. */
      comment: string | null;
      /** @description Keys of the steps that the feedback refers to. */
      step_names: string[];
      /** @description Number of the report version that the feedback refers to; null when none was given. */
      report_version: number | null;
      /** @description Confirmation for display, with the resulting status of the job. */
      message: string;
      /**
       * Format: date-time
       * @description Time when the feedback was stored.
       */
      created_at: string;
    };
    /** @description An assigned job with the task token of its assignee. */
    AssignedJob: {
      /** @description The assigned job. */
      job: components['schemas']['JobSnapshotOut'];
      /** @description Bearer token of the assignee; returned only here. */
      task_token: string;
      /** @description URL of the capture page for the assignee, with the token in its fragment. */
      capture_url: string;
      /**
       * Format: date-time
       * @description Time when the task token expires.
       */
      expires_at: string;
    };
    /** @description Task of the holder of a task or capture token. */
    CaptureTask: {
      /** @description Id of the job. */
      job_id: string;
      /** @description Current status of the job. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      job_status: string;
      /** @description What to verify. */
      objective: string;
      /** @description Address to visit. */
      address: string;
      /**
       * Format: double
       * @description Latitude in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude in degrees, WGS 84.
       */
      longitude: number;
      /** @description Notes for the person on site. */
      notes: string;
      /** @description URLs of photos that show the subject. */
      reference_photos: string[];
      /** @description Distances from the job by which evidence passes or fails. */
      geofence: components['schemas']['Geofence'];
      /** @description Steps to be shown on site, each with its current status. */
      steps: components['schemas']['StepOut'][];
      /** @description Questions for the person on site, the objective first. */
      questions: components['schemas']['Question'][];
      /** @description Current answers, in the order of the questions. */
      answers: components['schemas']['Answer'][];
      /** @description Keys of the questions that are asked, required and not answered. */
      missing_keys: string[];
      /** @description Evidence of the job by time of receipt, for the evidence_ids of answers. */
      evidence: components['schemas']['CaptureTaskEvidence'][];
      /** @description Kind of the token. One of `provider`, `capture`. */
      kind: string;
      /** @description Name of the person to whom the token was issued. */
      assignee_name: string;
      /**
       * Format: date-time
       * @description Time when the token expires.
       */
      expires_at: string;
    };
    /** @description Distances from the job by which the position of evidence is judged. */
    Geofence: {
      /** @description Greatest distance that passes, in metres. */
      pass_m: number;
      /** @description Greatest distance that still counts, with a warning, in metres. */
      warn_m: number;
    };
    /** @description Evidence of the job, for answers that name it. */
    CaptureTaskEvidence: {
      /** @description Id of the evidence item, a UUIDv7. */
      evidence_id: string;
      /** @description Key of the step shown by the item. */
      step_name: string;
      /** @description Whether the item passed: no check failed. */
      validation_passed: boolean;
    };
    /** @description Result of an evidence submission (EvidenceSubmitOut). */
    EvidenceSubmitOut: {
      /** @description Id of the job. */
      job_id: string;
      /** @description Key of the step to which the item was assigned. */
      step_name: string;
      /** @description Whether the item passed: no check failed. */
      validation_passed: boolean;
      /** @description Failed checks, each with its measured value; empty when the item passed. */
      validation_errors: string[];
      /** @description Status of the job after the submission. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      job_status: string;
    };
    /** @description A job that its assignee released. */
    ReleasedTask: {
      /** @description Id of the job. */
      job_id: string;
      /** @description Status of the job. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      job_status: string;
    };
    /** @description The answers of a job after a submission. */
    AnswerSubmission: {
      /** @description Id of the job. */
      job_id: string;
      /** @description Status of the job after the submission. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      job_status: string;
      /** @description Current answers, in the order of the questions. */
      answers: components['schemas']['Answer'][];
      /** @description Keys of the questions that are asked, required and not answered. */
      missing_keys: string[];
    };
    /** @description A version of a reality report (RealityReportOut). The signed content is the object without the properties marked "Not signed", here and in the evidence items; it never changes, and the hash in the integrity block is over its canonical JSON (RFC 8785). */
    RealityReportOut: {
      /** @description Version of the report schema; always RealityReportV0. */
      schema_version: string;
      /** @description Id of the report, shared by all its versions. */
      report_id: string;
      /** @description Number of the version, from 1. */
      version_number: number;
      /** @description Whether it is the current version, returned when no version is requested. Not signed. */
      is_current: boolean;
      /** @description Id of the site check; null for a job created with an API key. */
      request_id: string | null;
      /** @description Id of the job. */
      job_id: string;
      /** @description Key of the requested service; null when none was given. */
      service_key: string | null;
      /** @description Name of the requested service for display; null when the service is unknown. */
      service_label: string | null;
      /** @description Title of the report. */
      report_title: string | null;
      /** @description Name of the template of the report. */
      template_name: string | null;
      /** @description Version of the template. */
      template_version: string | null;
      /** @description What was to be verified. */
      objective: string;
      /** @description Address of the target. */
      address: string;
      /**
       * Format: double
       * @description Latitude of the target in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude of the target in degrees, WGS 84.
       */
      longitude: number;
      /** @description Status of the job when the version was created. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      status: string;
      /**
       * Format: date-time
       * @description Time when the last required step passed.
       */
      completed_at: string;
      /**
       * Format: date-time
       * @description Time when the version was created.
       */
      generated_at: string;
      /** @description Summary of the result in a few sentences. */
      summary: string;
      /** @description Latest verdict of the requester; null without one. */
      requester_verdict: components['schemas']['ReportRequesterVerdict'] | null;
      /** @description The objective with its answer; null, and then no part of the signed content, in versions of earlier releases. */
      headline: components['schemas']['ReportHeadline'] | null;
      /** @description Answers to the questions that were asked, in their order; null, and then no part of the signed content, in versions of earlier releases. */
      answers: components['schemas']['ReportAnswer'][] | null;
      /** @description Statements of what the evidence does not prove. */
      limitations: string[];
      /** @description Media URL of every evidence item, in the same order. Not signed. */
      evidence_links: string[];
      /** @description All evidence items stored at that time, failed ones included, by time of receipt. */
      evidence_items: components['schemas']['PublicReportEvidenceItemOut'][];
      /** @description Steps at the time of the version. */
      steps: components['schemas']['StepOut'][];
      /** @description URL of this version as JSON. Not signed. */
      report_url: string;
      /** @description URL of this version as PDF. Not signed. */
      pdf_export_url: string;
      /** @description Differences from the previous version; null on version 1. */
      change_summary: components['schemas']['PublicReportChangeSummaryOut'] | null;
      /**
       * Format: date-time
       * @description Time of the first view of this version; null before. Not signed.
       */
      first_viewed_at: string | null;
      /**
       * Format: date-time
       * @description Time of the latest view of this version; null before. Not signed.
       */
      last_viewed_at: string | null;
      /**
       * Format: date-time
       * @description Time of the first download of the PDF; null before. Not signed.
       */
      first_pdf_exported_at: string | null;
      /**
       * Format: date-time
       * @description Time of the latest download of the PDF; null before. Not signed.
       */
      last_pdf_exported_at: string | null;
      /** @description Number of views of this version, this one included. Not signed. */
      view_count: number;
      /** @description Number of downloads of the PDF. Not signed. */
      pdf_export_count: number;
      /** @description All versions, oldest first. Not signed. */
      versions: components['schemas']['PublicReportVersionOut'][];
      /** @description Hash and signature of the signed content. Not signed. */
      integrity: components['schemas']['ReportIntegrity'];
      /** @description Current status of the report. Not signed. One of `not_ready`, `generating`, `ready`, `delivered`, `withdrawn`. */
      report_status: string;
      /** @description Whether this call created the version. Not signed. */
      created: boolean;
      /** @description Metadata of the job when the version was created; null for the requester of a site check. Not signed. */
      metadata: {
        [key: string]: unknown;
      } | null;
    };
    /** @description Latest verdict of the requester when the version was created. */
    ReportRequesterVerdict: {
      /** @description Verdict of the requester. One of `accepted`, `needs_more`, `disputed`. */
      verdict: string;
      /**
       * Format: date-time
       * @description Time of the verdict.
       */
      at: string;
    };
    /** @description The objective with its answer in one line. */
    ReportHeadline: {
      /** @description The objective as a question. */
      question: string;
      /** @description The answer in one line; null when nobody answered. */
      answer: string | null;
      /** @description Who answered; null when nobody did. One of `verifier`, `requester`, `invitee`, `integrator`, `reviewer`. */
      answered_by: string | null;
      /**
       * Format: date-time
       * @description Time of the answer; null without one.
       */
      answered_at: string | null;
      /** @description Who confirmed the answer; null while it is unconfirmed. One of `verifier`, `requester`, `invitee`, `integrator`, `reviewer`. */
      confirmed_by: string | null;
      /** @description Id of the photo that shows the answer; null where the answer names none. */
      evidence_id: string | null;
    };
    /** @description The answer to a question, as it was signed. */
    ReportAnswer: {
      /** @description Key of the question. */
      question_key: string;
      /** @description The question. */
      question: string;
      /** @description Kind of the answer. One of `yes_no`, `choice`, `choices`, `number`, `text`, `date_time`. */
      kind: string;
      /** @description The value, as the kind of the question says; null where it cannot be told. */
      value:
        | {
            [key: string]: unknown;
          }
        | unknown[]
        | string
        | number
        | boolean
        | null;
      /** @description Whether the answer is that it cannot be told. */
      cannot_tell: boolean;
      /** @description The value as people read it. */
      text: string;
      /** @description Why it cannot be told, or why a reviewer corrected it; else null. */
      reason: string | null;
      /** @description Comment on the answer; null without one. */
      comment: string | null;
      /** @description Ids of the evidence that shows the answer. */
      evidence_ids: string[];
      /** @description Who gave it. One of `verifier`, `requester`, `invitee`, `integrator`, `reviewer`. */
      answered_by: string;
      /**
       * Format: date-time
       * @description Time of the answer by the clock of the device.
       */
      answered_at: string;
      /**
       * Format: date-time
       * @description Time of receipt.
       */
      received_at: string;
      /** @description Whether the requester wanted to be alerted to it. */
      flagged: boolean;
      /** @description Number of the revision, from 1. */
      revision: number;
      /** @description Who confirmed it; null while it is unconfirmed. One of `verifier`, `requester`, `invitee`, `integrator`, `reviewer`. */
      confirmed_by: string | null;
      /**
       * Format: date-time
       * @description Time of the confirmation; null while it is unconfirmed.
       */
      confirmed_at: string | null;
      /** @description Reason that the reviewer gave for the confirmation; null without one. */
      confirmation_reason: string | null;
      /** @description The answer before the correction of a reviewer; null without a correction. */
      corrected: components['schemas']['CorrectedAnswer'] | null;
    };
    /** @description An answer that a reviewer corrected. */
    CorrectedAnswer: {
      /** @description The value, as the kind of the question says; null where it cannot be told. */
      value:
        | {
            [key: string]: unknown;
          }
        | unknown[]
        | string
        | number
        | boolean
        | null;
      /** @description Whether the answer is that it cannot be told. */
      cannot_tell: boolean;
      /** @description The value as people read it. */
      text: string;
      /** @description Why it cannot be told, or why a reviewer corrected it; else null. */
      reason: string | null;
      /** @description Comment on the answer; null without one. */
      comment: string | null;
      /** @description Who gave it. One of `verifier`, `requester`, `invitee`, `integrator`, `reviewer`. */
      answered_by: string;
      /**
       * Format: date-time
       * @description Time of the answer by the clock of the device.
       */
      answered_at: string;
    };
    /** @description A stored evidence item (PublicReportEvidenceItemOut). */
    PublicReportEvidenceItemOut: {
      /** @description Id of the evidence item, a UUIDv7. */
      evidence_id: string;
      /** @description Key of the step shown by the item. */
      step_name: string;
      /** @description Temporary URL of the file; works without a key and expires after 1 to 2 hours. Not signed in a report. */
      media_url: string;
      /** @description SHA-256 of the file as received, in lower-case hex. */
      media_sha256: string;
      /** @description Media type detected from the first bytes; application/octet-stream when unknown. */
      media_type: string;
      /** @description Size of the file in bytes. */
      size_bytes: number;
      /**
       * Format: double
       * @description Declared latitude in degrees, WGS 84; null where it was erased.
       */
      latitude: number | null;
      /**
       * Format: double
       * @description Declared longitude in degrees, WGS 84; null where it was erased.
       */
      longitude: number | null;
      /**
       * Format: double
       * @description Distance to the position of the job in metres; null when the job has no valid position.
       */
      distance_m: number | null;
      /**
       * Format: date-time
       * @description Declared capture time.
       */
      captured_at: string;
      /**
       * Format: date-time
       * @description Time when the file was completely received.
       */
      received_at: string;
      /** @description Notes of the sender; null without any. */
      notes: string | null;
      /** @description Whether the item passed: no check failed. */
      validation_passed: boolean;
      /** @description Failed checks, each with its measured value; empty when the item passed. */
      validation_errors: string[];
      /** @description Results of all checks, in a fixed order. */
      checks: components['schemas']['Check'][];
      /** @description Sender of the item. One of `provider`, `self_service`, `simulated`, `integrator`. */
      source: string;
    };
    /** @description Result of one check of an evidence item. */
    Check: {
      /** @description Name of the check. One of `geofence`, `capture_time`, `freshness`, `hash`, `duplicate`, `similar`, `nonce`, `media`, `exif`, `provenance`. */
      name: string;
      /** @description Result of the check. One of `pass`, `warn`, `fail`, `not_run`. */
      result: string;
      /** @description Measured value, with its unit; null when nothing was measured. */
      measured: string | null;
      /** @description Threshold applied, with its unit; null when none applies. */
      threshold: string | null;
      /** @description Explanation for display. */
      message: string;
    };
    /** @description Differences between a report version and the previous one (PublicReportChangeSummaryOut). */
    PublicReportChangeSummaryOut: {
      /** @description Number of the previous version. */
      from_version: number;
      /** @description Number of this version. */
      to_version: number;
      /** @description Reason for the new version. One of `withdrawal`, `correction`, `feedback`, `answers_changed`, `evidence_replaced`, `evidence_added`, `status_changed`. */
      reason: string;
      /** @description Summary of the differences for display. */
      summary: string;
      /** @description Ids of added evidence items. */
      evidence_added: string[];
      /** @description Ids of removed evidence items. */
      evidence_removed: string[];
      /** @description Keys of changed steps. */
      steps_changed: string[];
      /** @description Every difference. */
      changes: components['schemas']['ReportChange'][];
    };
    /** @description One difference between two report versions. */
    ReportChange: {
      /** @description JSON pointer into the signed content. */
      path: string;
      /** @description Kind of difference: added, removed or changed. */
      kind: string;
      /** @description Value in the previous version; null for an added value. */
      before:
        | {
            [key: string]: unknown;
          }
        | unknown[]
        | string
        | number
        | boolean
        | null;
      /** @description Value in this version; null for a removed value. */
      after:
        | {
            [key: string]: unknown;
          }
        | unknown[]
        | string
        | number
        | boolean
        | null;
    };
    /** @description A report version as an entry in the list of versions (PublicReportVersionOut). */
    PublicReportVersionOut: {
      /** @description Id of the report, shared by all its versions. */
      report_id: string;
      /** @description Number of the version, from 1. */
      version_number: number;
      /** @description Whether it is the current version, returned when no version is requested. */
      is_current: boolean;
      /** @description Current status of the version. One of `current`, `superseded`, `withdrawn`. */
      status: string;
      /**
       * Format: date-time
       * @description Time when the version was created.
       */
      generated_at: string;
      /** @description SHA-256 of the signed content, in lower-case hex. */
      content_sha256: string;
      /** @description URL of the version as JSON. */
      report_url: string;
      /** @description URL of the version as PDF. */
      pdf_export_url: string;
      /** @description Summary of the differences from the previous version, for display; null on version 1. */
      change_summary_text: string | null;
    };
    /** @description Hash and signature of the signed content. */
    ReportIntegrity: {
      /** @description Always sha256+ed25519. */
      algorithm: string;
      /** @description SHA-256 of the canonical JSON (RFC 8785) of the signed content, in lower-case hex. */
      content_sha256: string;
      /** @description SHA-256 of the content of the previous version; null on version 1. */
      previous_sha256: string | null;
      /** @description Compact JWS (EdDSA) over the canonical JSON of report_id, version_number, content_sha256, previous_sha256 and signed_at. */
      signature: string;
      /** @description Key id (kid) of the public key in /.well-known/jwks.json. */
      key_id: string;
      /**
       * Format: date-time
       * @description Time of the signature.
       */
      signed_at: string;
      /** @description Hash and signature of the PDF; null until it is rendered. */
      pdf: components['schemas']['ReportPdfIntegrity'] | null;
      /** @description Timestamp of the signature; null where no authority has given one. */
      timestamp: components['schemas']['ReportTimestamp'] | null;
      /** @description Receipt of the transparency log; null until the version is appended. Not signed. */
      log: components['schemas']['ReportLogReceipt'] | null;
    };
    /** @description Hash and signature of the PDF of a report version. */
    ReportPdfIntegrity: {
      /** @description SHA-256 of the PDF, in lower-case hex. */
      sha256: string;
      /** @description Compact JWS (EdDSA) over the canonical JSON of report_id, version_number, content_sha256 and pdf_sha256. */
      signature: string;
    };
    /** @description Proof by an authority outside the service of when the version was signed. */
    ReportTimestamp: {
      /**
       * Format: date-time
       * @description Time by the clock of the authority.
       */
      time: string;
      /** @description Name in the certificate that signs the token; its issuer is not judged. */
      authority: string;
      /** @description Token of RFC 3161 (base64) over the ASCII bytes of the signature. */
      token: string;
    };
    /** @description Proof that a report version is in the transparency log: verified offline with the key of the log. */
    ReportLogReceipt: {
      /** @description Name of the log. */
      origin: string;
      /** @description Index of the version in the log, from 0. */
      leaf_index: number;
      /** @description Number of entries in the tree of the checkpoint. */
      tree_size: number;
      /** @description Audit path (RFC 6962), base64, from the leaf to the root. */
      inclusion_proof: string[];
      /** @description Signed note (C2SP tlog-checkpoint) of the tree of that size. */
      checkpoint: string;
    };
    /** @description Places, the best first (PlaceListOut). */
    PlaceListOut: {
      /** @description The places; empty if nothing is found. */
      places: components['schemas']['PlaceOut'][];
      /** @description What the sources of these places require to be shown with them. */
      attribution: components['schemas']['PlaceAttributionOut'][];
    };
    /** @description A place with its position (PlaceOut). */
    PlaceOut: {
      /** @description The address or name for display, from the smallest part to the country. */
      label: string;
      /**
       * Format: double
       * @description Latitude in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude in degrees, WGS 84.
       */
      longitude: number;
      /** @description Kind of the place. One of `position`, `address`, `street`, `landmark`, `postcode`, `district`, `village`, `town`, `city`, `region`, `country`. */
      kind: string;
      /** @description ISO 3166-1 alpha-2 code of the country or territory; null on the high seas. */
      country: string | null;
      /** @description IANA time zone; null if it is unknown. */
      time_zone: string | null;
      /** @description Distance in metres from `near`, or from the described position; null without one. */
      distance_m: number | null;
      /** @description Source of the label. One of `input`, `geonames`, `nominatim`, `photon`, `pelias`. */
      source: string;
    };
    /** @description A text that a source of places requires next to them (PlaceAttributionOut). */
    PlaceAttributionOut: {
      /** @description Text to show next to the places. */
      text: string;
      /** @description Page to which the text links. */
      url: string;
    };
    /** @description Assessment of which offers are available at a place (PublicServiceabilityGuidanceOut). */
    PublicServiceabilityGuidanceOut: {
      /** @description Whether any offer is available at the place. */
      serviceable: boolean;
      /** @description Level of coverage. One of `covered`, `limited`, `self_service_only`, `unserviceable`. */
      level: string;
      /** @description Explanation for display. */
      message: string;
      /** @description Reasons for the level, for display. */
      reasons: string[];
      /** @description Name of the nearest market city. */
      market_city: string;
      /** @description Key of the nearest market city. */
      market_city_key: string;
      /**
       * Format: double
       * @description Great-circle distance to the market city in kilometres.
       */
      distance_km: number;
      /** @description Shortest typical time to the report in hours; null when the place cannot be served. */
      estimated_hours_min: number | null;
      /** @description Longest typical time to the report in hours; null when the place cannot be served. */
      estimated_hours_max: number | null;
      /** @description Suggested execution mode; null when the place cannot be served. One of `operator`, `self_service`. */
      suggested_execution_mode: string | null;
    };
    /** @description A kind of check that can be requested. */
    CatalogueService: {
      /** @description Key to request the service by. */
      service_key: string;
      /** @description Name of the service for customers. */
      label: string;
      /** @description Steps of a job of this service, in their order. */
      steps: components['schemas']['ServiceStep'][];
      /** @description Questions asked on site besides the objective, in their order. */
      questions: components['schemas']['Question'][];
    };
    /** @description A step that a service asks evidence for. */
    ServiceStep: {
      /** @description Key of the step in a job. */
      step_name: string;
      /** @description What the evidence has to show. */
      label: string;
      /** @description Whether the job is complete only with evidence that passes for this step. */
      required: boolean;
      /** @description What the person on site has to do. */
      instructions: string;
    };
    /** @description A site check (PublicSiteCheckStatusOut). */
    PublicSiteCheckStatusOut: {
      /** @description Id of the site check, a UUIDv7. */
      request_id: string;
      /** @description Id of the job that carries out the site check. */
      job_id: string;
      /** @description Who captures the evidence; the suggested mode before an offer is selected. One of `operator`, `self_service`. */
      execution_mode: string;
      /** @description Channel through which the site check was requested. One of `api`, `public_site_check`, `customer_portal`, `self_service`. */
      intake_source: string;
      /** @description Key of the requested service; null when none was given. */
      service_key: string | null;
      /** @description Current status. One of `received`, `quoted`, `unserviceable`, `offer_selected`, `awaiting_payment`, `confirmed`, `in_progress`, `report_ready`, `completed`, `disputed`, `cancelled`, `expired`. */
      status: string;
      /** @description Current status of the payment. One of `unpaid`, `not_required`, `pending`, `paid`, `failed`, `refunded`. */
      payment_status: string;
      /** @description Current status of the quote. One of `pending`, `ready`, `unavailable`, `accepted`, `expired`. */
      quote_status: string;
      /** @description Current state and next step, for display to the requester. */
      message: string;
      /**
       * Format: date-time
       * @description Time of the request.
       */
      submitted_at: string;
      /** @description Current quote; null when the place cannot be served. */
      quote: components['schemas']['PublicSiteCheckQuoteOut'] | null;
      /** @description Assessment of which offers are available at the place. */
      serviceability: components['schemas']['PublicServiceabilityGuidanceOut'] | null;
      /** @description The selected offer; null before the selection. */
      selected_offer: components['schemas']['PublicSelectedOfferOut'] | null;
      /** @description Latest checkout session of the selected offer; null before the first. */
      checkout: components['schemas']['PublicCheckoutStateOut'] | null;
      /** @description Current state of the report. */
      report: components['schemas']['PublicReportStateOut'];
      /** @description State of the latest capture link; null before the first. The link itself is returned only when it is created. */
      self_service: components['schemas']['SelfServiceInviteSummaryOut'] | null;
      /** @description Questions for the person on site, the objective first. */
      questions: components['schemas']['Question'][];
      /** @description Current answers, in the order of the questions. */
      answers: components['schemas']['Answer'][];
      /** @description What to verify. */
      objective: string;
      /** @description Address of the place. */
      address: string;
      /**
       * Format: date-time
       * @description Time of the latest change.
       */
      updated_at: string;
    };
    /** @description A quote with its offers and expiry (PublicSiteCheckQuoteOut). */
    PublicSiteCheckQuoteOut: {
      /** @description Id of the quote. */
      quote_id: string;
      /** @description Current status of the quote. One of `pending`, `ready`, `unavailable`, `accepted`, `expired`. */
      status: string;
      /** @description ISO 4217 currency code. */
      currency: string;
      /** @description All offers; those not available at the place are marked. */
      offers: components['schemas']['Offer'][];
      /** @description Explanation for display. */
      message: string;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time when the quote expires unless an offer is selected, 72 hours after its creation.
       */
      expires_at: string;
    };
    /** @description An offer of a quote. */
    Offer: {
      /** @description Key of the offer; use it to select the offer. */
      offer_key: string;
      /** @description Name for display. */
      label: string;
      /** @description Description of the service. */
      description: string;
      /** @description Who captures the evidence. One of `operator`, `self_service`. */
      execution_mode: string;
      /** @description Price in whole minor units of the currency; 0 when free, null when not available. */
      amount_minor: number | null;
      /** @description ISO 4217 currency code. */
      currency: string;
      /** @description Time to the report in hours, at most. */
      turnaround_hours: number;
      /** @description Services included in the price. */
      includes: string[];
      /** @description Whether the offer is recommended. */
      recommended: boolean;
      /** @description Whether the offer is available at the place. */
      available: boolean;
    };
    /** @description The offer as it was selected (PublicSelectedOfferOut). */
    PublicSelectedOfferOut: {
      /** @description Key of the offer. */
      offer_key: string;
      /** @description Name for display. */
      label: string;
      /** @description Price in whole minor units of the currency; 0 when free. */
      amount_minor: number;
      /** @description ISO 4217 currency code. */
      currency: string;
      /** @description Who captures the evidence. One of `operator`, `self_service`. */
      execution_mode: string;
      /** @description Time to the report in hours, at most. */
      turnaround_hours: number;
      /** @description Id of the quote that contained the offer. */
      quote_id: string;
      /**
       * Format: date-time
       * @description Time of the selection.
       */
      selected_at: string;
    };
    /** @description A checkout session (PublicCheckoutStateOut). */
    PublicCheckoutStateOut: {
      /** @description Current payment status of the session. One of `unpaid`, `not_required`, `pending`, `paid`, `failed`, `refunded`. */
      status: string;
      /** @description Id of the checkout session. */
      session_id: string;
      /** @description URL of the payment page; null unless the session is open. */
      checkout_url: string | null;
      /** @description Amount in whole minor units of the currency. */
      amount_minor: number;
      /** @description ISO 4217 currency code. */
      currency: string;
      /** @description Payment provider. One of `sandbox`, `stripe`. */
      provider: string;
      /**
       * Format: date-time
       * @description Time when the session was opened.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time when the session expires, 30 minutes after it was opened.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description Time of the payment; null before.
       */
      paid_at: string | null;
      /** @description Reason for the end of the session without payment; null without one. */
      failure_reason: string | null;
    };
    /** @description State of the capture link of a self-service site check (SelfServiceInviteSummaryOut). */
    SelfServiceInviteSummaryOut: {
      /** @description Id of the invite, kept when a new link is issued. */
      invite_id: string;
      /** @description Id of the latest capture link. */
      capture_session_id: string;
      /** @description Current status. One of `active`, `expired`, `invalidated`, `completed`. */
      status: string;
      /** @description How the link reaches the invitee; sms and link: pass it on yourself. One of `email`, `sms`, `link`. */
      channel: string;
      /** @description Name of the invitee. */
      invitee_name: string;
      /** @description Role of the invitee on site; null when not given. */
      invitee_role: string | null;
      /** @description Language requested for the invitee; null when not given. */
      preferred_language: string | null;
      /** @description Name of the operator of the service; null when not configured. */
      operator_name: string | null;
      /** @description Progress of the capture. One of `not_started`, `opened`, `capturing`, `submitted`. */
      session_state: string | null;
      /** @description Delivery of the latest link; skipped: the service sends nothing itself, pass the link on. One of `queued`, `sent`, `failed`, `skipped`. */
      delivery_status: string | null;
      /** @description Reason for a failed or skipped delivery; null without one. */
      delivery_error: string | null;
      /** @description Id of the site check. */
      request_id: string;
      /** @description Id of the job. */
      job_id: string;
      /**
       * Format: date-time
       * @description Time when the latest link expires.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description Time when the mail server accepted the latest link; null when nothing was sent.
       */
      sent_at: string | null;
      /**
       * Format: date-time
       * @description Time when the link was first opened; null before.
       */
      opened_at: string | null;
      /**
       * Format: date-time
       * @description Time when the last required step passed; null before.
       */
      completed_at: string | null;
      /**
       * Format: date-time
       * @description Time when the invite was revoked or replaced, or the job ended; null before.
       */
      invalidated_at: string | null;
      /** @description Whether a new link can be issued. */
      can_resend: boolean;
      /** @description Whether the invite can be reassigned to another person. */
      can_reassign: boolean;
    };
    /** @description A version of a reality report (RealityReportOut). The signed content is the object without the properties marked "Not signed", here and in the evidence items; it never changes, and the hash in the integrity block is over its canonical JSON (RFC 8785). */
    PublicSiteCheckReportOut: {
      /** @description Version of the report schema; always RealityReportV0. */
      schema_version: string;
      /** @description Id of the report, shared by all its versions. */
      report_id: string;
      /** @description Number of the version, from 1. */
      version_number: number;
      /** @description Whether it is the current version, returned when no version is requested. Not signed. */
      is_current: boolean;
      /** @description Id of the site check; null for a job created with an API key. */
      request_id: string | null;
      /** @description Id of the job. */
      job_id: string;
      /** @description Key of the requested service; null when none was given. */
      service_key: string | null;
      /** @description Name of the requested service for display; null when the service is unknown. */
      service_label: string | null;
      /** @description Title of the report. */
      report_title: string | null;
      /** @description Name of the template of the report. */
      template_name: string | null;
      /** @description Version of the template. */
      template_version: string | null;
      /** @description What was to be verified. */
      objective: string;
      /** @description Address of the target. */
      address: string;
      /**
       * Format: double
       * @description Latitude of the target in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude of the target in degrees, WGS 84.
       */
      longitude: number;
      /** @description Status of the job when the version was created. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      status: string;
      /**
       * Format: date-time
       * @description Time when the last required step passed.
       */
      completed_at: string;
      /**
       * Format: date-time
       * @description Time when the version was created.
       */
      generated_at: string;
      /** @description Summary of the result in a few sentences. */
      summary: string;
      /** @description Latest verdict of the requester; null without one. */
      requester_verdict: components['schemas']['ReportRequesterVerdict'] | null;
      /** @description The objective with its answer; null, and then no part of the signed content, in versions of earlier releases. */
      headline: components['schemas']['ReportHeadline'] | null;
      /** @description Answers to the questions that were asked, in their order; null, and then no part of the signed content, in versions of earlier releases. */
      answers: components['schemas']['ReportAnswer'][] | null;
      /** @description Statements of what the evidence does not prove. */
      limitations: string[];
      /** @description Media URL of every evidence item, in the same order. Not signed. */
      evidence_links: string[];
      /** @description All evidence items stored at that time, failed ones included, by time of receipt. */
      evidence_items: components['schemas']['PublicReportEvidenceItemOut'][];
      /** @description Steps at the time of the version. */
      steps: components['schemas']['StepOut'][];
      /** @description URL of this version as JSON. Not signed. */
      report_url: string;
      /** @description URL of this version as PDF. Not signed. */
      pdf_export_url: string;
      /** @description Differences from the previous version; null on version 1. */
      change_summary: components['schemas']['PublicReportChangeSummaryOut'] | null;
      /**
       * Format: date-time
       * @description Time of the first view of this version; null before. Not signed.
       */
      first_viewed_at: string | null;
      /**
       * Format: date-time
       * @description Time of the latest view of this version; null before. Not signed.
       */
      last_viewed_at: string | null;
      /**
       * Format: date-time
       * @description Time of the first download of the PDF; null before. Not signed.
       */
      first_pdf_exported_at: string | null;
      /**
       * Format: date-time
       * @description Time of the latest download of the PDF; null before. Not signed.
       */
      last_pdf_exported_at: string | null;
      /** @description Number of views of this version, this one included. Not signed. */
      view_count: number;
      /** @description Number of downloads of the PDF. Not signed. */
      pdf_export_count: number;
      /** @description All versions, oldest first. Not signed. */
      versions: components['schemas']['PublicReportVersionOut'][];
      /** @description Hash and signature of the signed content. Not signed. */
      integrity: components['schemas']['ReportIntegrity'];
      /** @description Current status of the report. Not signed. One of `not_ready`, `generating`, `ready`, `delivered`, `withdrawn`. */
      report_status: string;
      /** @description Whether this call created the version. Not signed. */
      created: boolean;
      /** @description Metadata of the job when the version was created; null for the requester of a site check. Not signed. */
      metadata: {
        [key: string]: unknown;
      } | null;
    };
    /** @description A new site check with its access token (PublicSiteCheckRequestOut). */
    PublicSiteCheckRequestOut: {
      /** @description Id of the site check, a UUIDv7. */
      request_id: string;
      /** @description Id of the job that carries out the site check. */
      job_id: string;
      /** @description Who captures the evidence; the suggested mode before an offer is selected. One of `operator`, `self_service`. */
      execution_mode: string;
      /** @description Channel through which the site check was requested. One of `api`, `public_site_check`, `customer_portal`, `self_service`. */
      intake_source: string;
      /** @description Key of the requested service; null when none was given. */
      service_key: string | null;
      /** @description Current status. One of `received`, `quoted`, `unserviceable`, `offer_selected`, `awaiting_payment`, `confirmed`, `in_progress`, `report_ready`, `completed`, `disputed`, `cancelled`, `expired`. */
      status: string;
      /** @description Current status of the payment. One of `unpaid`, `not_required`, `pending`, `paid`, `failed`, `refunded`. */
      payment_status: string;
      /** @description Current status of the quote. One of `pending`, `ready`, `unavailable`, `accepted`, `expired`. */
      quote_status: string;
      /** @description Current state and next step, for display to the requester. */
      message: string;
      /**
       * Format: date-time
       * @description Time of the request.
       */
      submitted_at: string;
      /** @description Current quote; null when the place cannot be served. */
      quote: components['schemas']['PublicSiteCheckQuoteOut'] | null;
      /** @description Assessment of which offers are available at the place. */
      serviceability: components['schemas']['PublicServiceabilityGuidanceOut'] | null;
      /** @description The selected offer; null before the selection. */
      selected_offer: components['schemas']['PublicSelectedOfferOut'] | null;
      /** @description Latest checkout session of the selected offer; null before the first. */
      checkout: components['schemas']['PublicCheckoutStateOut'] | null;
      /** @description Current state of the report. */
      report: components['schemas']['PublicReportStateOut'];
      /** @description State of the latest capture link; null before the first. The link itself is returned only when it is created. */
      self_service: components['schemas']['SelfServiceInviteSummaryOut'] | null;
      /** @description Bearer token of the requester; returned only here. */
      access_token: string;
    };
    /** @description A capture link for evidence of a self-service site check. */
    StartedCapture: {
      /** @description URL of the capture page, with the token in its fragment. */
      capture_url: string;
      /** @description Bearer token of the capture link; returned only here. */
      capture_token: string;
      /**
       * Format: date-time
       * @description Time when the token expires.
       */
      expires_at: string;
    };
    /** @description Whether the customer is signed in, and the account (CustomerAuthSessionOut). */
    CustomerAuthSessionOut: {
      /** @description Whether the request leaves the customer signed in. */
      authenticated: boolean;
      /** @description Account of the customer. */
      account: components['schemas']['CustomerAccountOut'];
    };
    /** @description Account of a customer (CustomerAccountOut). */
    CustomerAccountOut: {
      /** @description Id of the account, a UUIDv7. */
      account_id: string;
      /** @description Email address as it was given; empty once the account is erased. */
      email: string;
      /** @description Full name; `Erased` once the account is erased. */
      full_name: string;
      /** @description Phone number; null when it was removed. */
      phone: string | null;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the latest login; null before the first.
       */
      last_login_at: string | null;
    };
    /** @description The answer to a request for a password reset. */
    PasswordResetReceipt: {
      /** @description Always true, whether or not there is an account with the email. */
      accepted: boolean;
    };
    /** @description A request of a customer (CustomerRequestStatusOut). */
    CustomerRequestStatusOut: {
      /** @description Id of the site check, a UUIDv7. */
      request_id: string;
      /** @description Id of the job that carries out the site check. */
      job_id: string;
      /** @description Who captures the evidence; the suggested mode before an offer is selected. One of `operator`, `self_service`. */
      execution_mode: string;
      /** @description Channel through which the site check was requested. One of `api`, `public_site_check`, `customer_portal`, `self_service`. */
      intake_source: string;
      /** @description Key of the requested service; null when none was given. */
      service_key: string | null;
      /** @description Current status. One of `received`, `quoted`, `unserviceable`, `offer_selected`, `awaiting_payment`, `confirmed`, `in_progress`, `report_ready`, `completed`, `disputed`, `cancelled`, `expired`. */
      status: string;
      /** @description Current status of the payment. One of `unpaid`, `not_required`, `pending`, `paid`, `failed`, `refunded`. */
      payment_status: string;
      /** @description Current status of the quote. One of `pending`, `ready`, `unavailable`, `accepted`, `expired`. */
      quote_status: string;
      /** @description Current state and next step, for display to the requester. */
      message: string;
      /**
       * Format: date-time
       * @description Time of the request.
       */
      submitted_at: string;
      /** @description Current quote; null when the place cannot be served. */
      quote: components['schemas']['PublicSiteCheckQuoteOut'] | null;
      /** @description Assessment of which offers are available at the place. */
      serviceability: components['schemas']['PublicServiceabilityGuidanceOut'] | null;
      /** @description The selected offer; null before the selection. */
      selected_offer: components['schemas']['PublicSelectedOfferOut'] | null;
      /** @description Latest checkout session of the selected offer; null before the first. */
      checkout: components['schemas']['PublicCheckoutStateOut'] | null;
      /** @description Current state of the report. */
      report: components['schemas']['PublicReportStateOut'];
      /** @description State of the latest capture link; null before the first. The link itself is returned only when it is created. */
      self_service: components['schemas']['SelfServiceInviteSummaryOut'] | null;
      /** @description Questions for the person on site, the objective first. */
      questions: components['schemas']['Question'][];
      /** @description Current answers, in the order of the questions. */
      answers: components['schemas']['Answer'][];
      /** @description What to verify. */
      objective: string;
      /** @description Address of the place. */
      address: string;
      /**
       * Format: date-time
       * @description Time of the latest change.
       */
      updated_at: string;
      /** @description Account of the customer. */
      account: components['schemas']['CustomerAccountOut'];
    };
    /** @description One page of the requests of a customer (CustomerRequestListOut). */
    CustomerRequestListOut: {
      /** @description Number of items that match the filter. */
      total: number;
      /** @description The page. */
      items: components['schemas']['CustomerRequestSummaryOut'][];
    };
    /** @description A request as an entry of a list (CustomerRequestSummaryOut). */
    CustomerRequestSummaryOut: {
      /** @description Id of the site check, a UUIDv7. */
      request_id: string;
      /** @description Id of the job that carries out the site check. */
      job_id: string;
      /** @description Who captures the evidence; the suggested mode before an offer is selected. One of `operator`, `self_service`. */
      execution_mode: string;
      /** @description Channel through which the site check was requested. One of `api`, `public_site_check`, `customer_portal`, `self_service`. */
      intake_source: string;
      /** @description Key of the requested service; null when none was given. */
      service_key: string | null;
      /** @description What to verify. */
      objective: string;
      /** @description Address of the place. */
      address: string;
      /** @description Current status. One of `received`, `quoted`, `unserviceable`, `offer_selected`, `awaiting_payment`, `confirmed`, `in_progress`, `report_ready`, `completed`, `disputed`, `cancelled`, `expired`. */
      status: string;
      /** @description Current status of the payment. One of `unpaid`, `not_required`, `pending`, `paid`, `failed`, `refunded`. */
      payment_status: string;
      /** @description Current status of the quote. One of `pending`, `ready`, `unavailable`, `accepted`, `expired`. */
      quote_status: string;
      /** @description Current status of the report. One of `not_ready`, `generating`, `ready`, `delivered`, `withdrawn`. */
      report_status: string;
      /**
       * Format: date-time
       * @description Time of the request.
       */
      submitted_at: string;
      /**
       * Format: date-time
       * @description Time of the latest change.
       */
      updated_at: string;
    };
    /** @description A version of the report of a request (CustomerRequestReportOut). The signed content is the object without the properties marked "Not signed", here and in the evidence items; it never changes, and the hash in the integrity block is over its canonical JSON (RFC 8785). */
    CustomerRequestReportOut: {
      /** @description Version of the report schema; always RealityReportV0. */
      schema_version: string;
      /** @description Id of the report, shared by all its versions. */
      report_id: string;
      /** @description Number of the version, from 1. */
      version_number: number;
      /** @description Whether it is the current version, returned when no version is requested. Not signed. */
      is_current: boolean;
      /** @description Id of the site check; null for a job created with an API key. */
      request_id: string | null;
      /** @description Id of the job. */
      job_id: string;
      /** @description Key of the requested service; null when none was given. */
      service_key: string | null;
      /** @description Name of the requested service for display; null when the service is unknown. */
      service_label: string | null;
      /** @description Title of the report. */
      report_title: string | null;
      /** @description Name of the template of the report. */
      template_name: string | null;
      /** @description Version of the template. */
      template_version: string | null;
      /** @description What was to be verified. */
      objective: string;
      /** @description Address of the target. */
      address: string;
      /**
       * Format: double
       * @description Latitude of the target in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude of the target in degrees, WGS 84.
       */
      longitude: number;
      /** @description Status of the job when the version was created. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      status: string;
      /**
       * Format: date-time
       * @description Time when the last required step passed.
       */
      completed_at: string;
      /**
       * Format: date-time
       * @description Time when the version was created.
       */
      generated_at: string;
      /** @description Summary of the result in a few sentences. */
      summary: string;
      /** @description Latest verdict of the requester; null without one. */
      requester_verdict: components['schemas']['ReportRequesterVerdict'] | null;
      /** @description The objective with its answer; null, and then no part of the signed content, in versions of earlier releases. */
      headline: components['schemas']['ReportHeadline'] | null;
      /** @description Answers to the questions that were asked, in their order; null, and then no part of the signed content, in versions of earlier releases. */
      answers: components['schemas']['ReportAnswer'][] | null;
      /** @description Statements of what the evidence does not prove. */
      limitations: string[];
      /** @description Media URL of every evidence item, in the same order. Not signed. */
      evidence_links: string[];
      /** @description All evidence items stored at that time, failed ones included, by time of receipt. */
      evidence_items: components['schemas']['PublicReportEvidenceItemOut'][];
      /** @description Steps at the time of the version. */
      steps: components['schemas']['StepOut'][];
      /** @description URL of this version as JSON. Not signed. */
      report_url: string;
      /** @description URL of this version as PDF. Not signed. */
      pdf_export_url: string;
      /** @description Differences from the previous version; null on version 1. */
      change_summary: components['schemas']['PublicReportChangeSummaryOut'] | null;
      /**
       * Format: date-time
       * @description Time of the first view of this version; null before. Not signed.
       */
      first_viewed_at: string | null;
      /**
       * Format: date-time
       * @description Time of the latest view of this version; null before. Not signed.
       */
      last_viewed_at: string | null;
      /**
       * Format: date-time
       * @description Time of the first download of the PDF; null before. Not signed.
       */
      first_pdf_exported_at: string | null;
      /**
       * Format: date-time
       * @description Time of the latest download of the PDF; null before. Not signed.
       */
      last_pdf_exported_at: string | null;
      /** @description Number of views of this version, this one included. Not signed. */
      view_count: number;
      /** @description Number of downloads of the PDF. Not signed. */
      pdf_export_count: number;
      /** @description All versions, oldest first. Not signed. */
      versions: components['schemas']['PublicReportVersionOut'][];
      /** @description Hash and signature of the signed content. Not signed. */
      integrity: components['schemas']['ReportIntegrity'];
      /** @description Current status of the report. Not signed. One of `not_ready`, `generating`, `ready`, `delivered`, `withdrawn`. */
      report_status: string;
      /** @description Whether this call created the version. Not signed. */
      created: boolean;
      /** @description Account of the customer. Not signed. */
      account: components['schemas']['CustomerAccountOut'];
    };
    /** @description A new request of a customer with its access token (CustomerRequestCreateOut). */
    CustomerRequestCreateOut: {
      /** @description Id of the site check, a UUIDv7. */
      request_id: string;
      /** @description Id of the job that carries out the site check. */
      job_id: string;
      /** @description Who captures the evidence; the suggested mode before an offer is selected. One of `operator`, `self_service`. */
      execution_mode: string;
      /** @description Channel through which the site check was requested. One of `api`, `public_site_check`, `customer_portal`, `self_service`. */
      intake_source: string;
      /** @description Key of the requested service; null when none was given. */
      service_key: string | null;
      /** @description Current status. One of `received`, `quoted`, `unserviceable`, `offer_selected`, `awaiting_payment`, `confirmed`, `in_progress`, `report_ready`, `completed`, `disputed`, `cancelled`, `expired`. */
      status: string;
      /** @description Current status of the payment. One of `unpaid`, `not_required`, `pending`, `paid`, `failed`, `refunded`. */
      payment_status: string;
      /** @description Current status of the quote. One of `pending`, `ready`, `unavailable`, `accepted`, `expired`. */
      quote_status: string;
      /** @description Current state and next step, for display to the requester. */
      message: string;
      /**
       * Format: date-time
       * @description Time of the request.
       */
      submitted_at: string;
      /** @description Current quote; null when the place cannot be served. */
      quote: components['schemas']['PublicSiteCheckQuoteOut'] | null;
      /** @description Assessment of which offers are available at the place. */
      serviceability: components['schemas']['PublicServiceabilityGuidanceOut'] | null;
      /** @description The selected offer; null before the selection. */
      selected_offer: components['schemas']['PublicSelectedOfferOut'] | null;
      /** @description Latest checkout session of the selected offer; null before the first. */
      checkout: components['schemas']['PublicCheckoutStateOut'] | null;
      /** @description Current state of the report. */
      report: components['schemas']['PublicReportStateOut'];
      /** @description State of the latest capture link; null before the first. The link itself is returned only when it is created. */
      self_service: components['schemas']['SelfServiceInviteSummaryOut'] | null;
      /** @description Account of the customer. */
      account: components['schemas']['CustomerAccountOut'];
      /** @description Bearer token of the request for readers without a session. */
      access_token: string;
    };
    /** @description An invite to capture the evidence of a self-service site check (CustomerSelfServiceInviteOut). */
    CustomerSelfServiceInviteOut: {
      /** @description Id of the invite, kept when a new link is issued. */
      invite_id: string;
      /** @description Id of the latest capture link. */
      capture_session_id: string;
      /** @description Current status. One of `active`, `expired`, `invalidated`, `completed`. */
      status: string;
      /** @description How the link reaches the invitee; sms and link: pass it on yourself. One of `email`, `sms`, `link`. */
      channel: string;
      /** @description Name of the invitee. */
      invitee_name: string;
      /** @description Role of the invitee on site; null when not given. */
      invitee_role: string | null;
      /** @description Language requested for the invitee; null when not given. */
      preferred_language: string | null;
      /** @description Name of the operator of the service; null when not configured. */
      operator_name: string | null;
      /** @description Progress of the capture. One of `not_started`, `opened`, `capturing`, `submitted`. */
      session_state: string | null;
      /** @description Delivery of the latest link; skipped: the service sends nothing itself, pass the link on. One of `queued`, `sent`, `failed`, `skipped`. */
      delivery_status: string | null;
      /** @description Reason for a failed or skipped delivery; null without one. */
      delivery_error: string | null;
      /** @description Id of the site check. */
      request_id: string;
      /** @description Id of the job. */
      job_id: string;
      /**
       * Format: date-time
       * @description Time when the latest link expires.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description Time when the mail server accepted the latest link; null when nothing was sent.
       */
      sent_at: string | null;
      /**
       * Format: date-time
       * @description Time when the link was first opened; null before.
       */
      opened_at: string | null;
      /**
       * Format: date-time
       * @description Time when the last required step passed; null before.
       */
      completed_at: string | null;
      /**
       * Format: date-time
       * @description Time when the invite was revoked or replaced, or the job ended; null before.
       */
      invalidated_at: string | null;
      /** @description Whether a new link can be issued. */
      can_resend: boolean;
      /** @description Whether the invite can be reassigned to another person. */
      can_reassign: boolean;
      /** @description Phone number of the invitee; null when not given. */
      invitee_phone: string | null;
      /** @description Email address of the invitee; null when not given. */
      invitee_email: string | null;
      /** @description URL of the capture page, with the token in its fragment while the invite is active. */
      capture_url: string;
    };
    /** @description A delivery of a report version (DeliverRealityReportOut). */
    DeliverRealityReportOut: {
      /** @description Id of the job. */
      job_id: string;
      /** @description Id of the site check. */
      request_id: string;
      /** @description Id of the report, shared by all its versions. */
      report_id: string;
      /** @description Number of the delivered version. */
      version_number: number;
      /** @description Current status of the job. One of `created`, `open`, `assigned`, `in_progress`, `submitted`, `completed`, `disputed`, `failed`, `expired`, `cancelled`. */
      job_status: string;
      /** @description Current status of the report. One of `not_ready`, `generating`, `ready`, `delivered`, `withdrawn`. */
      report_status: string;
      /**
       * Format: date-time
       * @description Time when the version was created.
       */
      report_generated_at: string | null;
      /**
       * Format: date-time
       * @description Time when the version was first delivered; null before.
       */
      report_delivered_at: string | null;
      /** @description Channel of the delivery. One of `email`, `manual`. */
      delivery_channel: string;
      /** @description What became of the mail. A mail that failed may still be retried. One of `sent`, `skipped`, `failed`. */
      email_delivery_status: string;
      /** @description Why no mail was sent or accepted; null otherwise. */
      email_delivery_error: string | null;
      /** @description URL of the version as JSON. */
      report_url: string;
      /** @description URL of the version as PDF. */
      pdf_export_url: string;
      /** @description URL of the site check. */
      status_url: string;
      /** @description Id of the event report.delivery_requested. */
      audit_log_id: string;
    };
    /** @description What became of a message handed over (EmailInboxMessageIngestOut). */
    EmailInboxMessageIngestOut: {
      /** @description Always true: the message is in the inbox. */
      accepted: boolean;
      /** @description `stored`, or `duplicate` when the message was there already. */
      status: string;
      /** @description Id of the message in the inbox. */
      message_id: string;
      /** @description Id of the message at the provider. */
      external_message_id: string;
    };
    /** @description One page of inbox messages (EmailInboxMessageListOut). */
    EmailInboxMessageListOut: {
      /** @description Number of items that match the filter. */
      total: number;
      /** @description The page. */
      items: components['schemas']['EmailInboxMessageOut'][];
    };
    /** @description A message of a mailbox in the inbox (EmailInboxMessageOut). */
    EmailInboxMessageOut: {
      /** @description Id of the message, a UUIDv7. */
      id: string;
      /** @description Provider that the message came from. */
      provider: string;
      /** @description Id of the message at the provider. */
      external_message_id: string;
      /** @description Mailbox that received the message. */
      mailbox: string;
      /** @description Folder of the mailbox. */
      folder: string;
      /** @description Sender. */
      from_email: string;
      /** @description Recipients; null when not given. */
      to_email: string | null;
      /** @description Subject; empty when the message is private and the key lacks `inbox:private`. */
      subject: string;
      /** @description Body as plain text; empty as the subject is. */
      body_text: string;
      /** @description Body as HTML; null when not given or private. */
      body_html: string | null;
      /** @description Message-ID header; null when not given. */
      internet_message_id: string | null;
      /** @description Further facts about the message, as given; empty as the subject is. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description Queue of the folder, or `founder_private`, `human_only`, `unrouted`; set when the message was stored. */
      routing_class: string;
      /** @description Current status of the work on the message. One of `new`, `triaged`, `in_progress`, `human_review`, `resolved`, `ignored`. */
      processing_status: string;
      /** @description Whether a person must look at the message before it is answered. */
      human_review_required: boolean;
      /** @description Whether only keys with `inbox:private` can read what the message says. */
      founder_private: boolean;
      /** @description Agents that may be assigned; empty for any. */
      allowed_agents: string[];
      /** @description Agent that handles the message; null when none is assigned. */
      assigned_agent: string | null;
      /** @description Notes on the handling; null without. */
      handling_notes: string | null;
      /** @description Id of the job that the message is about; null when none is known. */
      related_job_id: string | null;
      /** @description Market city and service of the related job, as `berlin:default`; null without one. */
      lane_key: string | null;
      /** @description Market city nearest to the related job; null without one. */
      market_city: string | null;
      /** @description Key of the market city in the catalogue; null without one. */
      market_city_key: string | null;
      /**
       * Format: date-time
       * @description Time when the mailbox received the message.
       */
      received_at: string;
      /**
       * Format: date-time
       * @description Time when the message was stored here.
       */
      ingested_at: string;
      /**
       * Format: date-time
       * @description Time of the latest change.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time when the message was first taken up from `new` or `human_review`; null before.
       */
      qualified_at: string | null;
      /**
       * Format: date-time
       * @description Time when a mail server accepted the first answer; null before.
       */
      first_response_at: string | null;
    };
    /** @description Who reads which folder and sends under which alias (EmailInboxPolicyOut). */
    EmailInboxPolicyOut: {
      /** @description Provider of messages that name none, and of outbound mail. */
      provider: string;
      /** @description Mailbox of messages that name none. */
      primary_mailbox: string;
      /** @description Addresses whose mail is private. */
      founder_private_addresses: string[];
      /** @description How messages are routed: `folder_address_actions`. */
      routing_model: string;
      /** @description Folders whose messages are to be handed over. */
      watched_folders: string[];
      /** @description Folders that only people answer. */
      human_only_folders: string[];
      /** @description Folders whose messages are private. */
      founder_private_folders: string[];
      /** @description How messages of each folder are handled. */
      folder_policies: components['schemas']['EmailFolderPolicyOut'][];
      /** @description Aliases of the actors that have none of their own. */
      agent_send_aliases: string[];
      /** @description Aliases of automatic mail. */
      system_send_aliases: string[];
      /** @description Aliases of people. */
      human_only_aliases: string[];
      /** @description Aliases that each actor may use, by the name of the actor. */
      send_aliases_by_actor: {
        [key: string]: unknown;
      };
    };
    /** @description How messages of one folder are handled (EmailFolderPolicyOut). */
    EmailFolderPolicyOut: {
      /** @description Folder of the mailbox. */
      folder: string;
      /** @description Routing class of its messages. */
      default_queue: string;
      /** @description Whether a person must look at its messages before they are answered. */
      human_review_required: boolean;
      /** @description Whether its messages are private. */
      founder_private: boolean;
      /** @description Agents that may be assigned; empty for any. */
      allowed_agents: string[];
      /** @description Notes for operators. */
      notes: string;
    };
    /** @description A draft of an answer (EmailReplyDraftOut). */
    EmailReplyDraftOut: {
      /** @description Id of the message answered. */
      message_id: string;
      /** @description Folder of the message. */
      folder: string;
      /** @description Alias to answer from. */
      from_alias: string;
      /** @description Address of the sender, without a name. */
      to_email: string;
      /** @description Subject, with one `Re: `. */
      subject: string;
      /** @description Introduction, excerpt and closing. */
      body_text: string;
      /** @description Whether a person must look at the draft before it is sent. */
      human_review_required: boolean;
    };
    /** @description A mail that was sent, or is being retried (EmailOutboundSendOut). */
    EmailOutboundSendOut: {
      /** @description Whether the mail server accepted the mail; false while it is retried. */
      accepted: boolean;
      /** @description Provider of the email policy. */
      provider: string;
      /** @description Message-ID of the mail, without angle brackets. */
      external_message_id: string;
      /** @description Id of the mail, to read it or retry it by. */
      submission_id: string | null;
      /** @description Alias that it was sent from. */
      from_alias: string;
      /** @description Recipient. */
      to_email: string;
      /** @description Subject. */
      subject: string;
      /** @description Person or agent that sent it. */
      actor: string;
    };
    /** @description A verifier to whom dispatch runs offer jobs. */
    Provider: {
      /** @description Id of the provider, a UUIDv7. */
      provider_id: string;
      /** @description Name; `Erased` once erased. */
      label: string;
      /** @description How offers reach the verifier. One of `email`, `link`. */
      channel: string;
      /** @description Address to which offers are mailed; null when none is known. */
      email: string | null;
      /** @description Phone number; null when none is known. */
      phone: string | null;
      /** @description Keys of the market cities in which the verifier works. */
      market_city_keys: string[];
      /** @description Keys of the services that the verifier carries out; empty for all. */
      service_keys: string[];
      /** @description Number of jobs that the verifier works on at the same time. */
      max_active_jobs: number;
      /** @description Whether jobs are offered. One of `active`, `paused`, `retired`. */
      status: string;
      /** @description Number of jobs that the verifier works on. */
      active_jobs: number;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the latest change.
       */
      updated_at: string;
    };
    /** @description One attempt at finding a verifier for a job (DispatchRunSummaryOut). */
    DispatchRunSummaryOut: {
      /** @description Id of the dispatch run, a UUIDv7. */
      id: string;
      /** @description Id of the job. */
      job_id: string;
      /** @description Id of the site check that a guest requested; null for any other job. */
      public_request_id: string | null;
      /** @description Id of the site check that the job serves; null for other jobs. */
      request_id: string | null;
      /** @description Id of the accepted quote; null when there is none. */
      quote_snapshot_id: string | null;
      /** @description Current status. One of `offering`, `assigned`, `exhausted`, `cancelled`. */
      status: string;
      /** @description Rules by which candidates were chosen, with `+<experiment>:<variant>` where an experiment chose numbers. */
      policy_version: string;
      /** @description Number of the latest wave, from 1. */
      wave_number: number;
      /** @description Id of the thread that says most: the accepted one, else the first offered or queued. */
      primary_thread_id: string | null;
      /** @description State of the primary thread. One of `queued`, `offered`, `accepted`, `declined`, `expired`, `withdrawn`. */
      primary_thread_state: string | null;
      /** @description Provider of the primary thread; null for a named candidate. */
      primary_provider_id: string | null;
      /** @description Candidate of the primary thread. */
      primary_provider_candidate_id: string | null;
      /** @description Name of the candidate of the primary thread. */
      primary_provider_label: string | null;
      /** @description How the candidate of the primary thread is reached. One of `email`, `link`. */
      primary_provider_channel: string | null;
      /** @description Where the candidate of the primary thread comes from. One of `registry`, `named`. */
      primary_source_kind: string | null;
      /** @description Provider who accepted and holds the job; null without one, or for a named candidate. */
      selected_provider_id: string | null;
      /** @description Candidate who accepted and holds the job; null without one. */
      selected_provider_candidate_id: string | null;
      /** @description Name of the candidate who accepted and holds the job; null without one. */
      selected_provider_label: string | null;
      /** @description Number of candidates. */
      thread_count: number;
      /** @description Number of candidates who were ever offered the job. */
      offered_thread_count: number;
      /** @description Number of candidates who wait for a later wave. */
      queued_thread_count: number;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time when the run stopped offering; null while it offers.
       */
      completed_at: string | null;
    };
    /** @description An offer as the verifier sees it: neither address nor contact. */
    ProviderOffer: {
      /** @description What to verify. */
      objective: string;
      /** @description Name of the service; null when none is known. */
      service_label: string | null;
      /** @description Market city that is nearest to the place; null for an impossible position. */
      city: string | null;
      /**
       * Format: double
       * @description Distance in km from the nearest market city of the verifier; null when unknown.
       */
      distance_km: number | null;
      /** @description Questions to answer on site besides the objective, in their order. */
      questions: string[];
      /** @description Number of questions with the objective; those that depend on another answer are counted too. */
      question_count: number;
      /** @description Number of required photos. */
      photo_count: number;
      /** @description Approximate time on site in minutes: 5, and 2 for each required photo and 1 for each question, rounded up to 5. */
      estimated_minutes: number;
      /** @description What the verifier is paid; null where nothing was stated. */
      pay_text: string | null;
      /** @description IANA time zone of the place; null when unknown. */
      time_zone: string | null;
      /**
       * Format: date-time
       * @description Time when the offer expires.
       */
      expires_at: string | null;
      /** @description Current state of the offer. One of `queued`, `offered`, `accepted`, `declined`, `expired`, `withdrawn`. */
      state: string;
    };
    /** @description A job that was assigned by an offer, with the task token of its verifier. */
    AcceptedProviderOffer: {
      /** @description Id of the job. */
      job_id: string;
      /** @description Bearer token of the verifier. */
      task_token: string;
      /** @description URL of the capture page, with the token in its fragment. */
      capture_url: string;
      /**
       * Format: date-time
       * @description Time when the task token expires.
       */
      expires_at: string;
    };
    /** @description What is stored about a customer. */
    CustomerExport: {
      /** @description The account. */
      account: components['schemas']['CustomerAccountOut'];
      /** @description Sessions: when each began, was last used and expires. */
      sessions: {
        [key: string]: unknown;
      }[];
      /** @description Requests, newest first, in the names of REST: content, contact, payments, feedback, invites, mails, events and reports. */
      requests: {
        [key: string]: unknown;
      }[];
    };
    /** @description A site check whose content was erased. */
    ErasedSiteCheck: {
      /** @description Id of the site check. */
      request_id: string;
      /**
       * Format: date-time
       * @description Time of the erasure.
       */
      erased_at: string;
    };
    /** @description The erasure of an account. */
    Erasure: {
      /** @description Id of the account. */
      account_id: string;
      /** @description Whether the requests are still being erased. One of `active`, `erasing`, `erased`. */
      status: string;
      /**
       * Format: date-time
       * @description Time when nothing of the person was left; null before.
       */
      erased_at: string | null;
    };
    /** @description Something that an agent did (AgentActionEventOut). */
    AgentActionEventOut: {
      /** @description Id of the record, a UUIDv7. */
      id: string;
      /** @description Name of the agent. */
      agent_name: string;
      /** @description What the agent did. */
      action_type: string;
      /** @description How it ended. */
      status: string;
      /** @description Id of the job that it was about; null without one. */
      job_id: string | null;
      /** @description Why the agent did it; null when not given. */
      reason_code: string | null;
      /** @description Lane that it was about; null when none is known. */
      lane_key: string | null;
      /** @description Version of the policy; null when not given. */
      policy_version: string | null;
      /** @description Version of the prompt; null when not given. */
      prompt_version: string | null;
      /** @description Experiment that it was part of; null without one. */
      experiment_id: string | null;
      /**
       * Format: int64
       * @description Duration in milliseconds; null when not given.
       */
      latency_ms: number | null;
      /** @description Further facts, as given. */
      payload: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description Time of the record.
       */
      created_at: string;
    };
    /** @description What an agent remembers in one scope (AgentStateOut). */
    AgentStateOut: {
      /** @description Name of the agent. */
      agent_name: string;
      /** @description Kind of the scope. */
      scope_type: string;
      /** @description Scope that the state is for. */
      scope_key: string;
      /** @description The state, as given. */
      state_payload: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description Time when the scope had its first state.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the latest state; send it with the next state to replace no other than this one.
       */
      updated_at: string;
    };
    /** @description A telemetry event was stored (AgentTelemetryOut). */
    AgentTelemetryOut: {
      /** @description Always true: it is stored. */
      accepted: boolean;
    };
    /** @description Telemetry of an agent over some hours. */
    AgentTelemetrySummary: {
      /** @description Name of the agent. */
      agent_name: string;
      /**
       * Format: date-time
       * @description Time of the latest telemetry event in 30 days; null without one.
       */
      last_at: string | null;
      /** @description Number of loop iterations. */
      loop_iterations: number;
      /** @description Number of errors. */
      errors: number;
      /** @description Errors by their type, the most frequent first; at most 100 types. */
      errors_by_type: components['schemas']['AgentErrorCount'][];
    };
    /** @description Number of errors of one type. */
    AgentErrorCount: {
      /** @description Kind of the error; null where none was given. */
      error_type: string | null;
      /** @description Number of errors. */
      count: number;
    };
    /** @description What operators hold true, how surely and on what grounds (BeliefRecordOut). */
    BeliefRecordOut: {
      /** @description Id of the belief, a UUIDv7. */
      id: string;
      /** @description Kind of the scope. */
      scope_type: string;
      /** @description Scope that the belief is about. */
      scope_key: string;
      /** @description Key in its scope; null without one. */
      belief_key: string | null;
      /** @description What is held true. */
      belief_statement: string;
      /** @description A free label such as `active`, or `superseded` or `retired`. */
      status: string;
      /**
       * Format: double
       * @description How surely it is held, from 0 to 1.
       */
      confidence: number;
      /** @description What speaks for it. */
      evidence_for: string[];
      /** @description What speaks against it. */
      evidence_against: string[];
      /** @description What to do next because of it. */
      recommended_next_actions: string[];
      /** @description Who answers for the belief; null when not given. */
      owner: string | null;
      /** @description Kind of the source; null when not given. */
      source_type: string | null;
      /** @description Id of the source; null when not given. */
      source_id: string | null;
      /** @description Id of the belief that it replaced; null for the first. */
      supersedes_id: string | null;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the latest change of its status.
       */
      updated_at: string;
    };
    /** @description An entry of the decision log (DecisionLogEntryOut). */
    DecisionLogEntryOut: {
      /** @description Id of the entry, a UUIDv7. */
      id: string;
      /** @description Category; a free label. */
      category: string;
      /** @description What was decided, in a line. */
      title: string;
      /** @description What was decided. */
      summary: string;
      /** @description Why it was decided so; null when not given. */
      rationale: string | null;
      /** @description What was weighed against what, as given. */
      tradeoffs: {
        [key: string]: unknown;
      };
      /** @description Kind of the author. */
      author_type: string;
      /** @description Who decided. */
      author_id: string;
      /** @description Who approved it; null when not given. */
      approved_by: string | null;
      /** @description Kind of the source; null when not given. */
      source_type: string | null;
      /** @description Id of the source; null when not given. */
      source_id: string | null;
      /**
       * Format: date-time
       * @description Time of the entry.
       */
      created_at: string;
    };
    /** @description Work that one part of the operation asks of another (DirectorTicketOut). */
    DirectorTicketOut: {
      /** @description Id of the ticket, a UUIDv7. */
      id: string;
      /** @description Code of the ticket, unique. */
      ticket_code: string;
      /** @description Incident; null without one. */
      incident_code: string | null;
      /** @description Part of the operation that asks. */
      requesting_plane: string;
      /** @description Part of the operation that is to do it. */
      owning_plane: string;
      /** @description Kind of the failure. */
      failure_category: string;
      /** @description Pattern that the failure follows; null when not given. */
      failure_pattern_key: string | null;
      /** @description How it is repaired. */
      repair_lane: string;
      /** @description How far the repair is. */
      repair_state: string;
      /** @description `verified`, `pending`, `not_required` or a free label. */
      verification_status: string;
      /** @description What has to be shown. */
      verification_requirements: string[];
      /** @description What shows that the requirements are met. */
      verification_evidence: components['schemas']['VerificationEvidenceOut'][];
      /** @description A simulation that has to be passed; null without one. */
      simulation_gate: components['schemas']['SimulationGateOut'] | null;
      /** @description What is to be achieved. */
      objective: string;
      /** @description What the work must keep to, as given. */
      constraints: {
        [key: string]: unknown;
      };
      /** @description What is to be handed over; empty when not given. */
      deliverable: string;
      /**
       * Format: date-time
       * @description When it is to be done; null without a deadline.
       */
      deadline: string | null;
      /** @description `open`, `in_progress`, `blocked`, `done`, `rejected` or `cancelled`. */
      status: string;
      /** @description What the owning plane says of it; null when not given. */
      response_notes: string | null;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      updated_at: string;
    };
    /** @description What shows that a requirement is met (VerificationEvidenceOut). */
    VerificationEvidenceOut: {
      /** @description Id of the item. */
      evidence_id: string;
      /** @description The requirement that it meets; null for none in particular. */
      requirement: string | null;
      /** @description What the reference is. One of `link`, `text`, `job`, `event`, `kpi_snapshot`. */
      kind: string;
      /** @description An address, a text, or the id of what the kind names. */
      reference: string;
      /** @description What it shows; null when not given. */
      note: string | null;
      /** @description Whether the thing referred to was found here; false for a link and a text. */
      checked: boolean;
      /**
       * Format: date-time
       * @description Time when it was added.
       */
      created_at: string;
    };
    /** @description A simulation that has to be passed (SimulationGateOut). */
    SimulationGateOut: {
      /** @description What is simulated. */
      scenario: string;
      /** @description Whether the ticket can only be verified once it is passed. */
      required: boolean;
      /**
       * Format: double
       * @description Least score that passes; null without one.
       */
      threshold: number | null;
      /**
       * Format: double
       * @description Score reached; null before.
       */
      score: number | null;
      /** @description The result; with threshold and score, whether the score reaches it. One of `pending`, `passed`, `failed`. */
      result: string;
      /** @description Where the run is found; null when not given. */
      run_reference: string | null;
      /**
       * Format: date-time
       * @description Time of the result; null while pending.
       */
      evaluated_at: string | null;
    };
    /** @description What a claim got. */
    DirectorTicketClaim: {
      /** @description The ticket; null where none was open. */
      ticket: components['schemas']['DirectorTicketOut'] | null;
      /** @description Who claimed it. */
      worker: string;
      /**
       * Format: date-time
       * @description End of the lease; null without a ticket.
       */
      lease_expires_at: string | null;
    };
    /** @description The clock of the sandbox of an integrator. */
    SandboxClock: {
      /**
       * Format: date-time
       * @description Time of the sandbox.
       */
      now: string;
      /** @description Seconds by which it is ahead of real time, at most 730 days. */
      offset_seconds: number;
      /**
       * Format: date-time
       * @description Real time.
       */
      real_now: string;
      /**
       * Format: date-time
       * @description Time of the sandbox at which something falls due next in a job; null when nothing will.
       */
      next_step_at: string | null;
    };
    /** @description The clock of a sandbox after it was moved. */
    AdvancedSandboxClock: {
      /**
       * Format: date-time
       * @description Time of the sandbox.
       */
      now: string;
      /** @description Seconds by which it is ahead of real time, at most 730 days. */
      offset_seconds: number;
      /**
       * Format: date-time
       * @description Real time.
       */
      real_now: string;
      /**
       * Format: date-time
       * @description Time of the sandbox at which something falls due next in a job; null when nothing will.
       */
      next_step_at: string | null;
      /** @description Number of steps that were done: expiries, and acts of the simulated verifier. */
      steps_run: number;
      /** @description Whether more is due before the requested time, which the clock has not reached. */
      more: boolean;
      /**
       * Format: int64
       * @description Number of the newest event before the call; list the events of the steps with it as `after`.
       */
      events_from_seq: number;
    };
    /** @description Proof that a report version is in the transparency log. */
    LogProof: {
      /** @description Name of the log. */
      origin: string;
      /** @description Place of the version, from 0. */
      leaf_index: number;
      /** @description Size of the tree that is proven against. */
      tree_size: number;
      /** @description The entry, canonical JSON; its leaf hash is SHA-256 of a zero byte and it. */
      entry: string;
      /** @description Audit path, base64, from the leaf to the root. */
      inclusion_proof: string[];
      /** @description The newest checkpoint, a signed note; its key is at /log/key. */
      checkpoint: string;
    };
    /** @description Proof that one tree of the transparency log is the start of another. */
    LogConsistency: {
      /** @description Name of the log. */
      origin: string;
      /** @description Size of the earlier tree. */
      from: number;
      /** @description Size of the later tree. */
      to: number;
      /** @description Root of the earlier tree, base64. */
      from_root: string;
      /** @description Root of the later tree, base64. */
      to_root: string;
      /** @description Hashes of the proof, base64. */
      consistency_proof: string[];
    };
    /** @description How often to look again, and what was done (AdaptiveCadenceDecisionOut). */
    AdaptiveCadenceDecisionOut: {
      /**
       * Format: date-time
       * @description Time of the evaluation.
       */
      generated_at: string;
      /** @description Cadence that was evaluated. */
      scope_key: string;
      /** @description Seconds until the next evaluation. */
      monitor_interval_seconds: number;
      /** @description Seconds between two runs of the control loop. */
      control_loop_interval_seconds: number;
      /** @description Seconds between two strategy boards. */
      strategy_board_interval_seconds: number;
      /** @description Whether the control loop is due, or the alerts have changed. */
      should_run_control_loop: boolean;
      /** @description Whether the strategy board is due, or the score has turned down. */
      should_run_strategy_board: boolean;
      /** @description Whether there are critical alerts that the last emergency board was not called for, or that was a day ago. */
      should_run_emergency_board: boolean;
      /**
       * Format: double
       * @description How well the last 7 days went, from 0 to 100; 50 without any figures.
       */
      objective_score: number;
      /**
       * Format: double
       * @description Difference from the score before; null for the first.
       */
      objective_score_delta: number | null;
      /** @description Where the score goes. One of `up`, `down`, `flat`, `unknown`. */
      direction_of_change: string;
      /** @description Whether the direction differs from that of the evaluation before. */
      direction_changed: boolean;
      /** @description Number of alerts. */
      open_alert_count: number;
      /** @description Number of critical alerts. */
      critical_alert_count: number;
      /** @description Whether keys or severities of the alerts differ from those before. */
      alerts_changed: boolean;
      /** @description Whether the interval of the control loop has passed, or it never ran. */
      control_loop_due_by_interval: boolean;
      /** @description Whether the interval of the strategy board has passed, or it was never held. */
      strategy_board_due_by_interval: boolean;
      /**
       * Format: date-time
       * @description When the control loop is due next.
       */
      next_control_loop_due_at: string;
      /**
       * Format: date-time
       * @description When the strategy board is due next.
       */
      next_strategy_board_due_at: string;
      /** @description Keys of the rules and alerts that decided. */
      reasons: string[];
      /**
       * Format: date-time
       * @description Time of the evaluation before this one; null for the first.
       */
      last_evaluation_at: string | null;
      /**
       * Format: date-time
       * @description When the control loop ran last, this evaluation included; null before.
       */
      last_control_loop_at: string | null;
      /**
       * Format: date-time
       * @description When a strategy board was last marked complete; null before.
       */
      last_strategy_board_at: string | null;
      /**
       * Format: date-time
       * @description When an emergency board was last called or marked complete; null before.
       */
      last_emergency_board_at: string | null;
      /** @description What the evaluation has done. */
      actions: components['schemas']['AdaptiveCadenceActionOut'];
    };
    /** @description What an evaluation has done (AdaptiveCadenceActionOut). */
    AdaptiveCadenceActionOut: {
      /** @description Whether the figures of yesterday were computed. */
      scorecards_generated: boolean;
      /**
       * Format: date
       * @description Day of the figures; null where the control loop did not run.
       */
      scorecards_snapshot_date: string | null;
      /** @description Whether alerts were mailed. */
      alerts_dispatched: boolean;
      /** @description Number of alerts that were to be mailed. */
      alerts_count: number;
      /** @description `queued` or `skipped`; null where nothing was to be mailed. */
      alerts_dispatch_status: string | null;
      /** @description Why it was skipped: `no_recipient` or `mail_not_configured`; else null. */
      alerts_dispatch_reason: string | null;
      /** @description Whether a ticket for the strategy board was created. */
      strategy_board_hook_triggered: boolean;
      /** @description Code of the open ticket of the strategy board; null where it was not called. */
      strategy_board_ticket_code: string | null;
      /** @description `queued` or `no_endpoint`; null where no ticket was created. */
      strategy_board_webhook_status: string | null;
      /** @description Whether a ticket for the emergency board was created. */
      emergency_board_hook_triggered: boolean;
      /** @description Code of the open ticket of the emergency board; null where it was not called. */
      emergency_board_ticket_code: string | null;
      /** @description `queued` or `no_endpoint`; null where no ticket was created. */
      emergency_board_webhook_status: string | null;
      /** @description Whether the synthesis of the day was logged. */
      daily_synthesis_generated: boolean;
      /** @description Id of its decision; null where the control loop did not run. */
      daily_synthesis_brief_id: string | null;
      /** @description Whether it was logged why the emergency board was called. */
      trigger_synthesis_generated: boolean;
      /** @description Id of its decision; null where no emergency board is called. */
      trigger_synthesis_brief_id: string | null;
    };
    /** @description The figures of a scope on a UTC day (DailyKpiSnapshotOut). */
    DailyKpiSnapshotOut: {
      /** @description Id of the snapshot, a UUIDv7; the same when it is computed again. */
      id: string;
      /** @description Kind of the scope: `global`, `market_city` or `service`. */
      scope_type: string;
      /** @description Key of the market city or service; `default` for all. */
      scope_key: string;
      /**
       * Format: date
       * @description The UTC day.
       */
      snapshot_date: string;
      /** @description The figures by their keys: counts, rates to 4 decimals (null without a denominator), sums by currency in minor units. */
      metrics_payload: {
        [key: string]: unknown;
      };
      /**
       * Format: date-time
       * @description Time of the first computation.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the latest computation.
       */
      updated_at: string;
    };
    /** @description A change that is tried on a share of the work. */
    ExperimentOut: {
      /** @description Id of the experiment, as its creator chose it. */
      experiment_id: string;
      /** @description Name. */
      name: string;
      /** @description Category; a free label. */
      category: string;
      /** @description Part of the operation that runs it. */
      owning_plane: string;
      /** @description Who answers for the experiment; null when not given. */
      owner: string | null;
      /** @description What the variants differ in. */
      change_axes: string[];
      /** @description Metric that the hypothesis is about. */
      primary_metric_key: string;
      /** @description Metrics that must not fall. */
      guardrail_metric_keys: string[];
      /** @description What is expected to happen, and why. */
      hypothesis: string;
      /** @description Current status. One of `planned`, `running`, `paused`, `completed`, `aborted`. */
      status: string;
      /** @description Where the variants differ; on `dispatch` they choose numbers of dispatch runs. */
      experiment_surface: string;
      /** @description What a start needs; `baseline_release_gate`: KPI snapshots. */
      verification_requirement: string;
      /** @description That no check, report, price or refund is changed. */
      forbidden_mutation_acknowledged: boolean;
      /** @description Key of the market city; null for all. */
      market_city: string | null;
      /** @description Family of the lane; null when not given. */
      lane_family: string | null;
      /** @description Lane; null for all. */
      lane_key: string | null;
      /** @description Version of the policy; null when not given. */
      policy_version: string | null;
      /** @description Version of the prompt; null when not given. */
      prompt_version: string | null;
      /** @description Version that the variants are measured by; null when not given. */
      baseline_version: string | null;
      /** @description Variants, in the order in which weights are counted. */
      variants: components['schemas']['ExperimentVariant'][];
      /** @description Means of the metrics over the 7 days before the first start, each null where no day has it; null before. */
      baseline: {
        [key: string]: unknown;
      } | null;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the latest change of its status.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time of the first start; null before.
       */
      started_at: string | null;
      /**
       * Format: date-time
       * @description When it was completed or aborted; null before.
       */
      ended_at: string | null;
      /** @description Why it was paused, completed or aborted; null while planned or running. */
      stop_reason: string | null;
    };
    /** @description One way in which a share of the work is done. */
    ExperimentVariant: {
      /** @description Key of the variant in the experiment. */
      key: string;
      /** @description Share of the units, in proportion to the weights of all variants. */
      weight: number;
      /** @description What the variant changes, by axis. */
      parameters: {
        [key: string]: unknown;
      };
    };
    /** @description The variant of a unit in an experiment. */
    ExperimentAssignment: {
      /** @description Id of the experiment. */
      experiment_id: string;
      /** @description Key of the unit. */
      unit_key: string;
      /** @description Key of the variant. */
      variant: string;
      /** @description What the variant changes, by axis. */
      parameters: {
        [key: string]: unknown;
      };
    };
    /** @description What is measured of an experiment; it claims no verdict. */
    ExperimentResult: {
      /** @description Id of the experiment. */
      experiment_id: string;
      /** @description Variants, in the order of the experiment. */
      variants: components['schemas']['ExperimentVariantResult'][];
    };
    /** @description What is measured of a variant. */
    ExperimentVariantResult: {
      /** @description Key of the variant. */
      variant: string;
      /** @description Number of dispatch runs, or of agent actions that name the variant. */
      exposures: number;
      /** @description Number of runs that are assigned, or of actions with the status `succeeded`. */
      succeeded: number;
      /**
       * Format: double
       * @description Their share; null without an exposure.
       */
      success_rate: number | null;
      /** @description Wilson interval of the share at 95 %, low and high; null without an exposure. */
      interval: number[] | null;
      /**
       * Format: double
       * @description Mean latency of the actions in milliseconds; null where none gives it.
       */
      mean_latency_ms: number | null;
      /** @description For each metric of the experiment `n` values and their `mean`; n 0 and null where none was reported. */
      metrics: {
        [key: string]: unknown;
      };
    };
    /** @description A change of a document, stored in the same write as the change. */
    EventOut: {
      /** @description Id of the event, the same on every channel. */
      id: string;
      /**
       * Format: int64
       * @description Position in the order of all events, from 1.
       */
      seq: number;
      /** @description What happened. One of `belief.created`, `belief.retired`, `belief.superseded`, `customer.email_confirmed`, `customer.erased`, `customer.erasing`, `customer.password_changed`, `customer.registered`, `decision.logged`, `dispatch.accepted`, `dispatch.assigned`, `dispatch.cancelled`, `dispatch.declined`, `dispatch.exhausted`, `dispatch.offer_expired`, `dispatch.offered`, `dispatch.started`, `email.bounced`, `email.failed`, `email.received`, `email.sent`, `email.status_changed`, `evidence.received`, `evidence.rejected`, `evidence.validated`, `experiment.aborted`, `experiment.completed`, `experiment.created`, `experiment.paused`, `experiment.running`, `feedback.received`, `invite.created`, `invite.opened`, `invite.reassigned`, `invite.resent`, `invite.revoked`, `job.answer_flagged`, `job.answers_submitted`, `job.assigned`, `job.cancelled`, `job.completed`, `job.created`, `job.disputed`, `job.erased`, `job.expired`, `job.failed`, `job.in_progress`, `job.opened`, `job.submitted`, `job.updated`, `payment.cancelled`, `payment.failed`, `payment.mismatched`, `payment.paid`, `payment.pending`, `payment.refunded`, `report.delivered`, `report.delivery_failed`, `report.delivery_requested`, `report.version_created`, `report.viewed`, `report.withdrawn`, `site_check.awaiting_payment`, `site_check.cancelled`, `site_check.claimed`, `site_check.completed`, `site_check.confirmed`, `site_check.disputed`, `site_check.erased`, `site_check.expired`, `site_check.in_progress`, `site_check.offer_selected`, `site_check.quoted`, `site_check.received`, `site_check.report_ready`, `site_check.unserviceable`, `ticket.blocked`, `ticket.cancelled`, `ticket.claimed`, `ticket.created`, `ticket.done`, `ticket.in_progress`, `ticket.open`, `ticket.rejected`, `ticket.released`, `ticket.updated`, `webhook_endpoint.created`, `webhook_endpoint.deleted`, `webhook_endpoint.disabled`, `webhook_endpoint.enabled`, `webhook_endpoint.paused`, `webhook_endpoint.updated`. */
      type: string;
      /**
       * Format: date-time
       * @description Time of the change.
       */
      timestamp: string;
      /** @description Ids in snake_case, status and previous_status, and the metadata of the job at that time, if it had any; the same on every channel. */
      data: {
        [key: string]: unknown;
      };
      /** @description Revision of the document after the change. */
      revision: number;
    };
    /** @description An address to which events are posted. */
    WebhookEndpointOut: {
      /** @description Id of the endpoint. */
      endpoint_id: string;
      /** @description URL that events are posted to. */
      url: string;
      /** @description What it is for; null when not given. */
      description: string | null;
      /** @description Types of the events that are delivered; empty for all types. */
      event_types: string[];
      /** @description Whether the events of every integrator are delivered. */
      all_integrators: boolean;
      /** @description Current status. One of `enabled`, `paused`, `disabled`. */
      status: string;
      /** @description Why it is disabled: `failing` for 72 hours, or `gone` (the receiver answered 410); else null. */
      status_reason: string | null;
      /** @description Last characters of the secret, to distinguish it from others. */
      secret_hint: string;
      /**
       * Format: date-time
       * @description Time until which the previous secret signs too; null outside of a rotation.
       */
      next_secret_expires_at: string | null;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the latest change.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time of the latest delivery, to the minute; null before the first.
       */
      last_success_at: string | null;
      /**
       * Format: date-time
       * @description Time of the first failure since then; null when the latest attempt succeeded.
       */
      failing_since: string | null;
    };
    /** @description An event on its way to a webhook endpoint. */
    WebhookDeliveryOut: {
      /** @description Id of the delivery. */
      delivery_id: string;
      /** @description Id of the endpoint. */
      endpoint_id: string;
      /** @description Id of the event; the webhook-id of every attempt. */
      event_id: string;
      /** @description Type of the event, or `webhook.test`. */
      event_type: string;
      /**
       * Format: int64
       * @description Position of the event in the order of all; 0 for a test.
       */
      seq: number;
      /** @description Current status. One of `pending`, `delivered`, `failed`, `cancelled`. */
      status: string;
      /** @description The last 12 attempts, the oldest first. */
      attempts: components['schemas']['WebhookAttempt'][];
      /**
       * Format: date-time
       * @description Time before which it is not attempted; null when it is not pending.
       */
      next_attempt_at: string | null;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
    };
    /** @description One post of a delivery. */
    WebhookAttempt: {
      /**
       * Format: date-time
       * @description Time of the post.
       */
      at: string;
      /** @description Status of the answer; null without one. */
      status_code: number | null;
      /** @description Duration in milliseconds. */
      duration_ms: number;
      /** @description Why there was no answer; null where there was one. */
      error: string | null;
      /** @description First KiB of the answer to a failed attempt; null after success, and for an event with a reason or metadata. */
      answer_start: string | null;
    };
    /** @description A webhook endpoint with the secret that was just made for it. */
    WebhookEndpointSecretOut: {
      /** @description Id of the endpoint. */
      endpoint_id: string;
      /** @description URL that events are posted to. */
      url: string;
      /** @description What it is for; null when not given. */
      description: string | null;
      /** @description Types of the events that are delivered; empty for all types. */
      event_types: string[];
      /** @description Whether the events of every integrator are delivered. */
      all_integrators: boolean;
      /** @description Current status. One of `enabled`, `paused`, `disabled`. */
      status: string;
      /** @description Why it is disabled: `failing` for 72 hours, or `gone` (the receiver answered 410); else null. */
      status_reason: string | null;
      /** @description Last characters of the secret, to distinguish it from others. */
      secret_hint: string;
      /**
       * Format: date-time
       * @description Time until which the previous secret signs too; null outside of a rotation.
       */
      next_secret_expires_at: string | null;
      /**
       * Format: date-time
       * @description Creation time.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the latest change.
       */
      updated_at: string;
      /**
       * Format: date-time
       * @description Time of the latest delivery, to the minute; null before the first.
       */
      last_success_at: string | null;
      /**
       * Format: date-time
       * @description Time of the first failure since then; null when the latest attempt succeeded.
       */
      failing_since: string | null;
      /** @description Secret that signs deliveries, `whsec_` and base64; returned only here. */
      secret: string;
    };
    /** @description What a replay queued. */
    WebhookReplay: {
      /** @description Number of deliveries that were queued. */
      queued: number;
    };
    /** @description What to verify, and where. */
    CustomerSchemaIn: {
      /** @description Key of a service in the catalogue; null or unknown for the default steps. */
      service_key?: string | null;
      /** @description What to verify, in one sentence. */
      objective: string;
      /** @description Address as a person on site would look for it. */
      address: string;
      /**
       * @description URLs of photos that show the subject.
       * @default []
       */
      reference_photos?: string[];
      /**
       * Format: double
       * @description Latitude in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude in degrees, WGS 84.
       */
      longitude: number;
      /** @description Notes for the verifier. */
      notes: string;
      /** @description Replay protection, unique per integrator: a repeated nonce with the same content returns the existing job. */
      nonce: string;
      /**
       * @description Whether to open the job to verifiers on creation.
       * @default true
       */
      auto_open?: boolean;
      /** @description Keys and strings to find the job by, such as a shop number. At most 20 keys of 1 to 40 characters out of A-Z, a-z, 0-9, "_", "." and "-", with strings of at most 500 characters. */
      metadata?: {
        [key: string]: string;
      } | null;
      /** @description Questions for the person on site, at most 30 including those of the service. They follow the questions of the service; a question with the same key replaces it. */
      questions?:
        | {
            /** @description Key of the question, unique within the job. A question with the key of one of the service replaces it. */
            question_key: string;
            /** @description Text of the question, shown to the person on site. */
            label: string;
            /** @description Instructions for finding the answer; null for none. */
            help?: string | null;
            /**
             * @description Kind of the answer.
             * @enum {string}
             */
            kind: 'yes_no' | 'choice' | 'choices' | 'number' | 'text' | 'date_time';
            /** @description Options of a choice or choices question, 2 to 12; none for other kinds. */
            options?:
              | {
                  /** @description Key of the option, unique within the question. */
                  key: string;
                  /** @description Text of the option, shown to the person on site. */
                  label: string;
                }[]
              | null;
            /** @description Unit of a number; null for none. */
            unit?: string | null;
            /** @description Smallest number accepted; null for none. */
            minimum?: number | null;
            /** @description Largest number accepted; null for none. */
            maximum?: number | null;
            /** @description Digits of a number after the decimal point; null for any. */
            decimals?: number | null;
            /**
             * @description True if the job cannot be submitted without an answer while the question is shown.
             * @default true
             */
            required?: boolean;
            /** @description Key of the step with whose photos the question is asked; null if it belongs to no step. */
            step_name?: string | null;
            /** @description The answer to an earlier question that shows this one; null to show it always. */
            show_when?: {
              /** @description Key of an earlier question. */
              question_key: string;
              /** @description Values of its answer that show this question. */
              values: (string | number)[];
            } | null;
            /** @description Values that need a photo, or "always"; null for none. */
            evidence_when?: ((string | number)[] | 'always') | null;
            /** @description Values that need a comment, or "always"; null for none. */
            comment_when?: ((string | number)[] | 'always') | null;
            /** @description Values that flag the answer, including "cannot_tell"; for a number also {below, above}, both exclusive; null for none. */
            flag_when?:
              | (
                  | (
                      | string
                      | number
                      | {
                          /** Format: double */
                          below?: number;
                          /** Format: double */
                          above?: number;
                        }
                    )[]
                  | {
                      /** Format: double */
                      below?: number;
                      /** Format: double */
                      above?: number;
                    }
                )
              | null;
          }[]
        | null;
      /** @description Kind of the answer to the objective; null to derive it from the text: yes_no for a yes-or-no question, otherwise text. */
      objective_kind?: ('yes_no' | 'text' | 'number' | 'date_time') | null;
      /** @description True if the job cannot be submitted without answers to the objective and to the required questions of the service. By default they are optional. */
      questions_required?: boolean | null;
    };
    /** @description Feedback with at least one of rating, verdict and comment. */
    RequesterFeedbackIn: {
      /** @description Rating, 1 (poor) to 5 (excellent). */
      rating?: number | null;
      /** @description accepted completes the job, disputed marks it as disputed, needs_more returns the named steps to work. Allowed for a completed or disputed job. */
      verdict?: ('accepted' | 'needs_more' | 'disputed') | null;
      /** @description Comment in the words of the requester. */
      comment?: string | null;
      /**
       * @description Keys of the steps that the feedback refers to; with needs_more, empty for every required step.
       * @default []
       */
      step_names?: string[];
      /** @description Number of the report version that the feedback refers to. */
      report_version?: number | null;
      /** @description Replay protection, unique per job: a repeated nonce with the same content returns the existing feedback. */
      nonce?: string | null;
    };
    /** @description What to change; omitted fields stay. */
    UpdateJobIn: {
      /** @description Keys to set, with their values, and keys to remove, with null; others stay. At most 20 keys of 1 to 40 characters out of A-Z, a-z, 0-9, "_", "." and "-", with strings of at most 500 characters after the change. */
      metadata?: {
        [key: string]: string | null;
      } | null;
    };
    CancelJobIn: {
      /** @description Reason for the cancellation, stored as the status reason of the job. */
      reason?: string | null;
    };
    /** @description The assignee of the job. */
    AssignJobIn: {
      /** @description Name of the assignee. */
      assignee_name: string;
      /**
       * @description Lifetime of the task token in hours.
       * @default 24
       */
      expires_in_hours?: number;
    };
    /** @description The decision on evidence and answers. */
    ReviewJobIn: {
      /**
       * @description accept completes the job, more returns it to work for the named steps, fail marks it as failed.
       * @enum {string}
       */
      decision: 'accept' | 'more' | 'fail';
      /** @description Reason for the decision, stored as the status reason of the job. */
      note?: string | null;
      /**
       * @description With more: keys of the steps to show again; empty for every required step.
       * @default []
       */
      step_names?: string[];
      /**
       * @description Answers that the reviewer confirms or corrects: a value equal to the current one confirms it, another one corrects it.
       * @default []
       */
      answers?: {
        /** @description Key of the question. */
        question_key: string;
        /** @description The value, as the kind of the question says; null with cannot_tell. */
        value?: (string | number | string[]) | null;
        /**
         * @description True where the answer is that it cannot be told; then a reason is required.
         * @default false
         */
        cannot_tell?: boolean;
        /** @description Why; required for a correction and with cannot_tell. */
        reason?: string | null;
      }[];
      /** @description Revision of the job that the reviewer saw; the review is rejected if the job has changed since. Null to review the job as it is. */
      expected_revision?: number | null;
    };
    /** @description URL of a file, with its declared position, time and hash. */
    EvidenceSubmitIn: {
      /** @description URL of the file: https, on a public host. The file is fetched before the response is sent. */
      media_url: string;
      /** @description SHA-256 of the file, in hex of any case. */
      media_sha256: string;
      /**
       * Format: double
       * @description Latitude of the capture in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude of the capture in degrees, WGS 84.
       */
      longitude: number;
      /**
       * Format: date-time
       * @description Capture time.
       */
      captured_at: string;
      /** @description Accuracy of the position as a radius in metres. It widens the distances that pass by at most 100 m. */
      accuracy_m?: number | null;
      /** @description Replay protection, unique across the service: a repeated nonce with the same content returns the first result. */
      nonce: string;
      /** @description Description of what the file shows. */
      notes?: string | null;
      /** @description Key of the step shown; defaults to the first required step that has not passed. */
      step_name?: string | null;
    };
    ReleaseTaskIn: {
      /** @description Why the job is released. */
      reason?: string | null;
    };
    /** @description Answers to questions of the job. */
    SubmitAnswersIn: {
      /** @description Answers to questions of the job, as many as there are yet. */
      answers: {
        /** @description Key of the question. */
        question_key: string;
        /** @description The value, as the kind of the question says; null with cannot_tell. */
        value?: (string | number | string[]) | null;
        /**
         * @description True where the answer is that it cannot be told; then a reason is required.
         * @default false
         */
        cannot_tell?: boolean;
        /** @description With cannot_tell: why it cannot be told. */
        reason?: string | null;
        /** @description Comment on the answer; null for none. */
        comment?: string | null;
        /**
         * @description Ids of evidence of the job that shows the answer.
         * @default []
         */
        evidence_ids?: string[];
        /** @description Time of the answer by the clock of the device; null for the time of receipt. */
        answered_at?: string | null;
      }[];
    };
    /** @description Answers of a verifier. */
    SubmitProviderAnswersIn: {
      /** @description Answers to questions of the job, as many as there are yet. */
      answers: {
        /** @description Key of the question. */
        question_key: string;
        /** @description The value, as the kind of the question says; null with cannot_tell. */
        value?: (string | number | string[]) | null;
        /**
         * @description True where the answer is that it cannot be told; then a reason is required.
         * @default false
         */
        cannot_tell?: boolean;
        /** @description With cannot_tell: why it cannot be told. */
        reason?: string | null;
        /** @description Comment on the answer; null for none. */
        comment?: string | null;
        /**
         * @description Ids of evidence of the job that shows the answer.
         * @default []
         */
        evidence_ids?: string[];
        /** @description Time of the answer by the clock of the device; null for the time of receipt. */
        answered_at?: string | null;
      }[];
      /** @description Task token of the assignment; null where it is sent as Bearer. */
      provider_task_token?: string | null;
    };
    /** @description Answers of the requester or an invitee. */
    SubmitCaptureAnswersIn: {
      /** @description Answers to questions of the job, as many as there are yet. */
      answers: {
        /** @description Key of the question. */
        question_key: string;
        /** @description The value, as the kind of the question says; null with cannot_tell. */
        value?: (string | number | string[]) | null;
        /**
         * @description True where the answer is that it cannot be told; then a reason is required.
         * @default false
         */
        cannot_tell?: boolean;
        /** @description With cannot_tell: why it cannot be told. */
        reason?: string | null;
        /** @description Comment on the answer; null for none. */
        comment?: string | null;
        /**
         * @description Ids of evidence of the job that shows the answer.
         * @default []
         */
        evidence_ids?: string[];
        /** @description Time of the answer by the clock of the device; null for the time of receipt. */
        answered_at?: string | null;
      }[];
      /** @description Capture token of the invitation; null where it is sent as Bearer. */
      capture_token?: string | null;
    };
    /** @description What to verify, where, and how to contact the requester. */
    PublicSiteCheckRequestIn: {
      /** @description Key of a service in the catalogue; null or unknown for the default steps and prices. */
      service_key?: string | null;
      /** @description What to verify, in one sentence. */
      objective: string;
      /** @description Address as a person on site would look for it. */
      address: string;
      /**
       * Format: double
       * @description Latitude in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude in degrees, WGS 84.
       */
      longitude: number;
      /** @description Notes for the verifier. */
      notes: string;
      /**
       * @description URLs of photos that show the subject.
       * @default []
       */
      reference_photos?: string[];
      /** @description Questions for the person on site, at most 30 including those of the service. They follow the questions of the service; a question with the same key replaces it. */
      questions?:
        | {
            /** @description Key of the question, unique within the job. A question with the key of one of the service replaces it. */
            question_key: string;
            /** @description Text of the question, shown to the person on site. */
            label: string;
            /** @description Instructions for finding the answer; null for none. */
            help?: string | null;
            /**
             * @description Kind of the answer.
             * @enum {string}
             */
            kind: 'yes_no' | 'choice' | 'choices' | 'number' | 'text' | 'date_time';
            /** @description Options of a choice or choices question, 2 to 12; none for other kinds. */
            options?:
              | {
                  /** @description Key of the option, unique within the question. */
                  key: string;
                  /** @description Text of the option, shown to the person on site. */
                  label: string;
                }[]
              | null;
            /** @description Unit of a number; null for none. */
            unit?: string | null;
            /** @description Smallest number accepted; null for none. */
            minimum?: number | null;
            /** @description Largest number accepted; null for none. */
            maximum?: number | null;
            /** @description Digits of a number after the decimal point; null for any. */
            decimals?: number | null;
            /**
             * @description True if the job cannot be submitted without an answer while the question is shown.
             * @default true
             */
            required?: boolean;
            /** @description Key of the step with whose photos the question is asked; null if it belongs to no step. */
            step_name?: string | null;
            /** @description The answer to an earlier question that shows this one; null to show it always. */
            show_when?: {
              /** @description Key of an earlier question. */
              question_key: string;
              /** @description Values of its answer that show this question. */
              values: (string | number)[];
            } | null;
            /** @description Values that need a photo, or "always"; null for none. */
            evidence_when?: ((string | number)[] | 'always') | null;
            /** @description Values that need a comment, or "always"; null for none. */
            comment_when?: ((string | number)[] | 'always') | null;
            /** @description Values that flag the answer, including "cannot_tell"; for a number also {below, above}, both exclusive; null for none. */
            flag_when?:
              | (
                  | (
                      | string
                      | number
                      | {
                          /** Format: double */
                          below?: number;
                          /** Format: double */
                          above?: number;
                        }
                    )[]
                  | {
                      /** Format: double */
                      below?: number;
                      /** Format: double */
                      above?: number;
                    }
                )
              | null;
          }[]
        | null;
      /** @description Kind of the answer to the objective; null to derive it from the text: yes_no for a yes-or-no question, otherwise text. */
      objective_kind?: ('yes_no' | 'text' | 'number' | 'date_time') | null;
      /** @description True if the job cannot be submitted without answers to the objective and to the required questions of the service. By default they are optional. */
      questions_required?: boolean | null;
      /** @description Replay protection, unique across all site checks: a repeated id with the same content returns the existing site check, access token included. */
      intake_submission_id?: string | null;
      /** @description Name of the requester. */
      requester_name?: string | null;
      /** @description Email address for questions about the site check; visible to the requester and operators only. */
      requester_email?: string | null;
      /** @description Phone number for questions about the site check; visible to the requester and operators only. */
      requester_phone?: string | null;
    };
    /** @description The offer to select. */
    PublicSiteCheckSelectOfferIn: {
      /** @description Access token returned when the site check was requested. */
      access_token: string;
      /** @description Key of an offer of the quote. */
      offer_key: string;
    };
    /** @description Access token of the site check. */
    PublicSiteCheckCreateCheckoutSessionIn: {
      /** @description Access token returned when the site check was requested. */
      access_token: string;
    };
    StartSelfServiceCaptureIn: {
      /** @description Access token returned when the site check was requested. */
      access_token: string;
    };
    SubmitSiteCheckFeedbackIn: {
      /** @description Rating, 1 (poor) to 5 (excellent). */
      rating?: number | null;
      /** @description accepted completes the job, disputed marks it as disputed, needs_more returns the named steps to work. Allowed for a completed or disputed job. */
      verdict?: ('accepted' | 'needs_more' | 'disputed') | null;
      /** @description Comment in the words of the requester. */
      comment?: string | null;
      /**
       * @description Keys of the steps that the feedback refers to; with needs_more, empty for every required step.
       * @default []
       */
      step_names?: string[];
      /** @description Number of the report version that the feedback refers to. */
      report_version?: number | null;
      /** @description Replay protection, unique per job: a repeated nonce with the same content returns the existing feedback. */
      nonce?: string | null;
      /** @description Access token returned when the site check was requested. */
      access_token: string;
    };
    CancelSiteCheckIn: {
      /** @description Access token. Omit it to use the API key of an operator. */
      access_token?: string | null;
      /** @description Reason for the cancellation, stored as the status reason of the site check. */
      reason?: string | null;
    };
    /** @description Who the customer is. */
    CustomerAuthRegisterIn: {
      /** @description Full name of the customer. */
      full_name: string;
      /** @description Email address of the account. */
      email: string;
      /** @description Phone number of the customer. */
      phone: string;
      /** @description Password of the account; not the email. */
      password: string;
    };
    /** @description Email and password of the account. */
    CustomerAuthLoginIn: {
      /** @description Email address of the account. */
      email: string;
      /** @description Password of the account. */
      password: string;
    };
    LogoutCustomerIn: {
      /**
       * @description Whether to end every session of the account, not only this one.
       * @default false
       */
      everywhere?: boolean;
    };
    /** @description Proof that the mail was received. */
    ConfirmCustomerEmailIn: {
      /** @description Token from the link in the mail. */
      token: string;
    };
    /** @description Whose password to reset. */
    RequestPasswordResetIn: {
      /** @description Email address of the account. */
      email: string;
    };
    /** @description Proof that the mail was received, and the new password. */
    ResetCustomerPasswordIn: {
      /** @description Token from the link in the mail. */
      token: string;
      /** @description New password of the account; not the email. */
      password: string;
    };
    /** @description The password until now, and the new one. */
    ChangeCustomerPasswordIn: {
      /** @description Password until now. */
      current_password: string;
      /** @description New password of the account; not the email. */
      new_password: string;
    };
    /** @description What to change in the account. */
    UpdateCustomerIn: {
      /** @description Full name; omitted or null: unchanged. */
      full_name?: string | null;
      /** @description Phone number; omitted: unchanged, null: removed. */
      phone?: string | null;
    };
    /** @description What to verify, and where. */
    CustomerRequestCreateIn: {
      /** @description Key of a service in the catalogue; null or unknown for the default steps and prices. */
      service_key?: string | null;
      /** @description What to verify, in one sentence. */
      objective: string;
      /** @description Address as a person on site would look for it. */
      address: string;
      /**
       * Format: double
       * @description Latitude in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude in degrees, WGS 84.
       */
      longitude: number;
      /** @description Notes for the verifier. */
      notes: string;
      /**
       * @description URLs of photos that show the subject.
       * @default []
       */
      reference_photos?: string[];
      /** @description Questions for the person on site, at most 30 including those of the service. They follow the questions of the service; a question with the same key replaces it. */
      questions?:
        | {
            /** @description Key of the question, unique within the job. A question with the key of one of the service replaces it. */
            question_key: string;
            /** @description Text of the question, shown to the person on site. */
            label: string;
            /** @description Instructions for finding the answer; null for none. */
            help?: string | null;
            /**
             * @description Kind of the answer.
             * @enum {string}
             */
            kind: 'yes_no' | 'choice' | 'choices' | 'number' | 'text' | 'date_time';
            /** @description Options of a choice or choices question, 2 to 12; none for other kinds. */
            options?:
              | {
                  /** @description Key of the option, unique within the question. */
                  key: string;
                  /** @description Text of the option, shown to the person on site. */
                  label: string;
                }[]
              | null;
            /** @description Unit of a number; null for none. */
            unit?: string | null;
            /** @description Smallest number accepted; null for none. */
            minimum?: number | null;
            /** @description Largest number accepted; null for none. */
            maximum?: number | null;
            /** @description Digits of a number after the decimal point; null for any. */
            decimals?: number | null;
            /**
             * @description True if the job cannot be submitted without an answer while the question is shown.
             * @default true
             */
            required?: boolean;
            /** @description Key of the step with whose photos the question is asked; null if it belongs to no step. */
            step_name?: string | null;
            /** @description The answer to an earlier question that shows this one; null to show it always. */
            show_when?: {
              /** @description Key of an earlier question. */
              question_key: string;
              /** @description Values of its answer that show this question. */
              values: (string | number)[];
            } | null;
            /** @description Values that need a photo, or "always"; null for none. */
            evidence_when?: ((string | number)[] | 'always') | null;
            /** @description Values that need a comment, or "always"; null for none. */
            comment_when?: ((string | number)[] | 'always') | null;
            /** @description Values that flag the answer, including "cannot_tell"; for a number also {below, above}, both exclusive; null for none. */
            flag_when?:
              | (
                  | (
                      | string
                      | number
                      | {
                          /** Format: double */
                          below?: number;
                          /** Format: double */
                          above?: number;
                        }
                    )[]
                  | {
                      /** Format: double */
                      below?: number;
                      /** Format: double */
                      above?: number;
                    }
                )
              | null;
          }[]
        | null;
      /** @description Kind of the answer to the objective; null to derive it from the text: yes_no for a yes-or-no question, otherwise text. */
      objective_kind?: ('yes_no' | 'text' | 'number' | 'date_time') | null;
      /** @description True if the job cannot be submitted without answers to the objective and to the required questions of the service. By default they are optional. */
      questions_required?: boolean | null;
      /** @description Replay protection, unique across all site checks: a repeated id with the same content returns the existing site check, access token included. */
      intake_submission_id: string;
    };
    /** @description What to verify by photos of your own, and where. */
    CustomerSelfServiceRequestCreateIn: {
      /** @description Key of a service in the catalogue; null or unknown for the default steps and prices. */
      service_key?: string | null;
      /** @description What to verify, in one sentence. */
      objective: string;
      /** @description Address as a person on site would look for it. */
      address: string;
      /**
       * Format: double
       * @description Latitude in degrees, WGS 84.
       */
      latitude: number;
      /**
       * Format: double
       * @description Longitude in degrees, WGS 84.
       */
      longitude: number;
      /** @description Notes for the verifier. */
      notes: string;
      /**
       * @description URLs of photos that show the subject.
       * @default []
       */
      reference_photos?: string[];
      /** @description Questions for the person on site, at most 30 including those of the service. They follow the questions of the service; a question with the same key replaces it. */
      questions?:
        | {
            /** @description Key of the question, unique within the job. A question with the key of one of the service replaces it. */
            question_key: string;
            /** @description Text of the question, shown to the person on site. */
            label: string;
            /** @description Instructions for finding the answer; null for none. */
            help?: string | null;
            /**
             * @description Kind of the answer.
             * @enum {string}
             */
            kind: 'yes_no' | 'choice' | 'choices' | 'number' | 'text' | 'date_time';
            /** @description Options of a choice or choices question, 2 to 12; none for other kinds. */
            options?:
              | {
                  /** @description Key of the option, unique within the question. */
                  key: string;
                  /** @description Text of the option, shown to the person on site. */
                  label: string;
                }[]
              | null;
            /** @description Unit of a number; null for none. */
            unit?: string | null;
            /** @description Smallest number accepted; null for none. */
            minimum?: number | null;
            /** @description Largest number accepted; null for none. */
            maximum?: number | null;
            /** @description Digits of a number after the decimal point; null for any. */
            decimals?: number | null;
            /**
             * @description True if the job cannot be submitted without an answer while the question is shown.
             * @default true
             */
            required?: boolean;
            /** @description Key of the step with whose photos the question is asked; null if it belongs to no step. */
            step_name?: string | null;
            /** @description The answer to an earlier question that shows this one; null to show it always. */
            show_when?: {
              /** @description Key of an earlier question. */
              question_key: string;
              /** @description Values of its answer that show this question. */
              values: (string | number)[];
            } | null;
            /** @description Values that need a photo, or "always"; null for none. */
            evidence_when?: ((string | number)[] | 'always') | null;
            /** @description Values that need a comment, or "always"; null for none. */
            comment_when?: ((string | number)[] | 'always') | null;
            /** @description Values that flag the answer, including "cannot_tell"; for a number also {below, above}, both exclusive; null for none. */
            flag_when?:
              | (
                  | (
                      | string
                      | number
                      | {
                          /** Format: double */
                          below?: number;
                          /** Format: double */
                          above?: number;
                        }
                    )[]
                  | {
                      /** Format: double */
                      below?: number;
                      /** Format: double */
                      above?: number;
                    }
                )
              | null;
          }[]
        | null;
      /** @description Kind of the answer to the objective; null to derive it from the text: yes_no for a yes-or-no question, otherwise text. */
      objective_kind?: ('yes_no' | 'text' | 'number' | 'date_time') | null;
      /** @description True if the job cannot be submitted without answers to the objective and to the required questions of the service. By default they are optional. */
      questions_required?: boolean | null;
      /** @description Replay protection, unique across all site checks: a repeated id with the same content returns the existing site check, access token included. */
      intake_submission_id: string;
    };
    /** @description Access token of the site check to claim. */
    CustomerRequestClaimIn: {
      /** @description Access token returned when the site check was requested. */
      access_token: string;
    };
    /** @description The offer to select. */
    CustomerRequestSelectOfferIn: {
      /** @description Key of an offer of the quote. */
      offer_key: string;
    };
    /** @description An empty object. */
    CustomerRequestCreateCheckoutSessionIn: Record<string, never>;
    CancelCustomerRequestIn: {
      /** @description Reason for the cancellation, stored as the status reason of the site check. */
      reason?: string | null;
    };
    /** @description Somebody on site who is to capture the evidence. */
    CustomerSelfServiceInviteIn: {
      /** @description Name of the invitee. */
      invitee_name: string;
      /** @description Role of the invitee on site. */
      invitee_role?: string | null;
      /** @description Phone number; required for the channel sms. */
      invitee_phone?: string | null;
      /** @description Email address; required for the channel email. */
      invitee_email?: string | null;
      /** @description sms or email. Omitted or null: email with an email of the invitee, else sms with a phone, else you pass the link on. */
      preferred_channel?: string | null;
      /** @description Language of the invitee. */
      preferred_language?: string | null;
      /**
       * @description Lifetime of each link in hours; null for 24.
       * @default 24
       */
      expires_in_hours?: number | null;
    };
    RevokeSelfServiceInviteIn: {
      /** @description Reason for the revocation, for its event. */
      reason?: string | null;
    };
    /** @description The delivery to make. */
    DeliverRealityReportIn: {
      /**
       * @description Person or program that requests the delivery; an actor of the API key.
       * @default founder_console
       */
      actor?: string;
      /**
       * @description False when the report was handed over by other means; no mail is sent then.
       * @default true
       */
      send_email?: boolean;
      /** @description Notes for operators. */
      notes?: string | null;
    };
    /** @description The version to withdraw. */
    WithdrawRealityReportIn: {
      /** @description Number of the version; omitted for the current one. */
      version_number?: number | null;
      /** @description Reason for the withdrawal, shown to readers of the version. */
      reason: string;
    };
    /** @description A message of a mailbox. */
    EmailInboxMessageIn: {
      /** @description Provider that the message came from; omitted: that of the email policy. */
      provider?: string;
      /** @description Id of the message at the provider, by which it is stored once. */
      external_message_id: string;
      /** @description Mailbox that received the message; null for the primary mailbox of the policy. */
      mailbox?: string | null;
      /** @description Folder of the mailbox. */
      folder: string;
      /** @description Sender, as in the From header. */
      from_email: string;
      /** @description Recipients, as in the To header. */
      to_email?: string | null;
      /**
       * @description Subject.
       * @default
       */
      subject?: string;
      /**
       * @description Body as plain text.
       * @default
       */
      body_text?: string;
      /** @description Body as HTML. */
      body_html?: string | null;
      /** @description Message-ID header, by which an answer refers to the message. */
      internet_message_id?: string | null;
      /**
       * Format: date-time
       * @description Time when the mailbox received the message.
       */
      received_at: string;
      /** @description Further facts about the message; `in_reply_to` and `references` (Message-IDs) relate it to the mail that it answers. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    /** @description The new status, and what else to store with it. */
    EmailInboxMessageStatusIn: {
      /**
       * @description Status to move the message to.
       * @enum {string}
       */
      processing_status:
        | 'new'
        | 'triaged'
        | 'in_progress'
        | 'human_review'
        | 'resolved'
        | 'ignored';
      /** @description Agent that handles the message; null to remove it, omitted to keep it. */
      assigned_agent?: string | null;
      /** @description Notes on the handling; null to remove them, omitted to keep them. */
      handling_notes?: string | null;
      /** @description Id of the job that the message is about; null to remove it, omitted to keep it. */
      related_job_id?: string | null;
    };
    /** @description What the answer is made of. */
    EmailReplyDraftIn: {
      /** @description Alias to answer from; any alias of the email policy. */
      from_alias: string;
      /** @description Text before the excerpt. */
      body_intro?: string | null;
      /** @description Text after the excerpt. */
      closing?: string | null;
      /**
       * @description Whether to quote the beginning of the message.
       * @default true
       */
      include_original_excerpt?: boolean;
      /**
       * @description Length of the excerpt at most, in characters; 0 for none.
       * @default 600
       */
      max_original_excerpt_chars?: number;
    };
    /** @description A mail to send. */
    EmailOutboundSendIn: {
      /** @description Alias to send from; one that the email policy allows the actor. */
      from_alias: string;
      /** @description Recipient: one email address. */
      to_email: string;
      /** @description Subject. */
      subject: string;
      /** @description Body, plain text. */
      body_text: string;
      /** @description Id of the inbox message that is answered. */
      related_message_id?: string | null;
      /**
       * @description Person or agent that sends the mail; an actor of the API key.
       * @default founder_console
       */
      actor?: string;
    };
    /** @description A verifier. */
    CreateProviderIn: {
      /** @description Name of the verifier. */
      label: string;
      /**
       * @description How offers reach the verifier.
       * @enum {string}
       */
      channel: 'email' | 'link';
      /** @description Address to which offers are mailed. */
      email?: string | null;
      /** @description Phone number, for operators. */
      phone?: string | null;
      /** @description Keys of the market cities in which the verifier works. */
      market_city_keys: string[];
      /**
       * @description Keys of the services that the verifier carries out; empty for all.
       * @default []
       */
      service_keys?: string[];
      /**
       * @description Number of jobs that the verifier works on at the same time.
       * @default 3
       */
      max_active_jobs?: number;
      /**
       * @description Whether jobs are offered: always, only by name, or never.
       * @default active
       * @enum {string}
       */
      status?: 'active' | 'paused' | 'retired';
    };
    /** @description What to change; omitted: unchanged. Null removes email and phone, and leaves any other field unchanged. */
    UpdateProviderIn: {
      /** @description Name of the verifier. */
      label?: string | null;
      /** @description How offers reach the verifier. */
      channel?: ('email' | 'link') | null;
      /** @description Address to which offers are mailed. */
      email?: string | null;
      /** @description Phone number, for operators. */
      phone?: string | null;
      /** @description Keys of the market cities in which the verifier works. */
      market_city_keys?: string[] | null;
      /** @description Keys of the services that the verifier carries out; empty for all. */
      service_keys?: string[] | null;
      /** @description Number of jobs that the verifier works on at the same time. */
      max_active_jobs?: number | null;
      /** @description Whether jobs are offered: always, only by name, or never. */
      status?: ('active' | 'paused' | 'retired') | null;
    };
    /** @description Whom to offer the job to, and how. */
    StartDispatchRunIn: {
      /**
       * @description Ids of the providers to offer the job to, in this order.
       * @default []
       */
      provider_ids?: string[];
      /**
       * @description Further candidates; with no provider either, the registry is searched.
       * @default []
       */
      candidates?: {
        /** @description Name of the candidate. */
        label: string;
        /** @description Address to which the offer is mailed; without one, hand the link over. */
        email?: string | null;
      }[];
      /** @description Maximum number of candidates; 10 unless an experiment chooses. */
      max_threads?: number | null;
      /** @description Number of candidates in a wave; 3 unless an experiment chooses. */
      offers_at_once?: number | null;
      /** @description Lifetime of an offer in minutes; 60 unless an experiment chooses. */
      offer_minutes?: number | null;
      /** @description What the verifier is paid, shown with each offer; null to state nothing. */
      pay_text?: string | null;
    };
    CancelDispatchRunIn: {
      /** @description Reason for the cancellation. */
      reason?: string | null;
    };
    DeclineProviderOfferIn: {
      /** @description Why the offer is declined. */
      reason?: string | null;
    };
    EraseSiteCheckIn: {
      /** @description Access token. Omit it to use the API key of an operator. */
      access_token?: string | null;
    };
    /** @description The password, once more. */
    EraseCustomerIn: {
      /** @description Password of the account. */
      password: string;
    };
    /** @description How to treat work in progress. */
    EraseCustomerAccountIn: {
      /**
       * @description Whether work in progress is cancelled and refunded instead of refused.
       * @default false
       */
      force?: boolean;
    };
    /** @description What an agent did. */
    AgentActionEventIn: {
      /** @description Name of the agent. */
      agent_name: string;
      /** @description What the agent did, as `reply_drafted`. */
      action_type: string;
      /**
       * @description How it ended; a free label.
       * @default succeeded
       */
      status?: string;
      /** @description Id of the job that the action was about. */
      job_id?: string | null;
      /** @description Why the agent did it; a free label. */
      reason_code?: string | null;
      /** @description Market city that the action was about; null for that of the job. */
      market_city?: string | null;
      /** @description Family of the lane; a free label. */
      lane_family?: string | null;
      /** @description Lane that the action was about, as `berlin:default`; null for that of the job. */
      lane_key?: string | null;
      /** @description Version of the policy that the agent ran. */
      policy_version?: string | null;
      /** @description Version of the prompt that the agent ran. */
      prompt_version?: string | null;
      /** @description Experiment that the action was part of. */
      experiment_id?: string | null;
      /** @description Duration of the action in milliseconds. */
      latency_ms?: number | null;
      /** @description Further facts about the action. */
      payload?: {
        [key: string]: unknown;
      };
    };
    /** @description State of an agent in a scope. */
    AgentStateUpsertIn: {
      /**
       * @description Kind of the scope.
       * @default global
       */
      scope_type?: string;
      /**
       * @description Scope that the state is for.
       * @default default
       */
      scope_key?: string;
      /** @description The state; the one before is replaced as a whole. */
      state_payload?: {
        [key: string]: unknown;
      };
      /** @description Time of the latest state, which is replaced; null when there must be none yet, omitted to replace any. */
      expected_updated_at?: string | null;
    };
    /** @description A telemetry event of an agent. */
    AgentTelemetryIn: {
      /** @description Name of the agent. */
      agent_name: string;
      /**
       * @description What happened.
       * @enum {string}
       */
      event_type: 'loop_iteration' | 'error';
      /** @description Kind of the error; a free label. */
      error_type?: string | null;
      /** @description Version of the policy that the agent runs. */
      policy_version?: string | null;
      /** @description Version of the prompt that the agent runs. */
      prompt_version?: string | null;
      /** @description Experiment that the agent is part of. */
      experiment_id?: string | null;
      /** @description Further facts. */
      payload?: {
        [key: string]: unknown;
      };
    };
    /** @description What is held true, and why. */
    BeliefRecordCreateIn: {
      /** @description What is held true. */
      belief_statement: string;
      /** @description Key that names the belief in its scope; held by one chain of beliefs. */
      belief_key?: string | null;
      /**
       * @description Kind of the scope.
       * @default global
       */
      scope_type?: string;
      /**
       * @description Scope that the belief is about.
       * @default default
       */
      scope_key?: string;
      /**
       * Format: double
       * @description How surely it is held, from 0 to 1.
       * @default 0.5
       */
      confidence?: number;
      /**
       * @description A free label; `superseded` and `retired` are set by operations alone.
       * @default active
       */
      status?: string;
      /**
       * @description What speaks for it.
       * @default []
       */
      evidence_for?: string[];
      /**
       * @description What speaks against it.
       * @default []
       */
      evidence_against?: string[];
      /**
       * @description What to do next because of it.
       * @default []
       */
      recommended_next_actions?: string[];
      /** @description Who answers for the belief. */
      owner?: string | null;
      /** @description Kind of the source; a free label. */
      source_type?: string | null;
      /** @description Id of the source. */
      source_id?: string | null;
      /** @description Id of the belief that it replaces; of the same scope and key. */
      supersedes_id?: string | null;
    };
    RetireBeliefIn: {
      /** @description Why it is held no more. */
      reason?: string | null;
    };
    /** @description Who decided what, and why. */
    DecisionLogEntryIn: {
      /** @description Category; a free label. */
      category: string;
      /** @description What was decided, in a line. */
      title: string;
      /** @description What was decided. */
      summary: string;
      /** @description Why it was decided so. */
      rationale?: string | null;
      /** @description What was weighed against what. */
      tradeoffs?: {
        [key: string]: unknown;
      };
      /** @description Kind of the author, as `person`, `agent` or `rule`. */
      author_type: string;
      /** @description Who decided. */
      author_id: string;
      /** @description Who approved the decision. */
      approved_by?: string | null;
      /** @description Kind of the source; a free label. */
      source_type?: string | null;
      /** @description Id of the source. */
      source_id?: string | null;
    };
    /** @description Work that one part of the operation asks of another. */
    DirectorTicketCreateIn: {
      /** @description Code of the ticket, unique; omitted or empty: one is made. */
      ticket_code?: string | null;
      /** @description Part of the operation that asks. */
      requesting_plane: string;
      /** @description Part of the operation that is to do it. */
      owning_plane: string;
      /** @description What is to be achieved. */
      objective: string;
      /** @description Incident that it belongs to. */
      incident_code?: string | null;
      /** @description Kind of the failure; a free label. */
      failure_category?: string | null;
      /** @description Pattern that the failure follows. */
      failure_pattern_key?: string | null;
      /** @description How it is repaired; a free label. */
      repair_lane?: string | null;
      /** @description How far the repair is; a free label. */
      repair_state?: string | null;
      /** @description `verified`, `pending`, `not_required` or a free label; omitted: as required. */
      verification_status?: string | null;
      /**
       * @description What has to be shown, each in words.
       * @default []
       */
      verification_requirements?: string[];
      /**
       * @description What shows that the requirements are met.
       * @default []
       */
      verification_evidence?: {
        /** @description The requirement that it meets, word for word; null for none in particular. */
        requirement?: string | null;
        /**
         * @description What the reference is.
         * @enum {string}
         */
        kind: 'link' | 'text' | 'job' | 'event' | 'kpi_snapshot';
        /** @description An address, a text, or the id of what the kind names. */
        reference: string;
        /** @description What it shows. */
        note?: string | null;
      }[];
      /** @description A simulation that has to be passed. */
      simulation_gate?: {
        /** @description What is simulated. */
        scenario: string;
        /**
         * @description Whether the ticket can only be verified once passed.
         * @default true
         */
        required?: boolean;
        /** @description Least score that passes. */
        threshold?: number | null;
        /** @description Score reached; with a threshold it decides the result. */
        score?: number | null;
        /**
         * @description The result, where score and threshold do not decide it.
         * @default pending
         * @enum {string}
         */
        result?: 'pending' | 'passed' | 'failed';
        /** @description Where the run is found. */
        run_reference?: string | null;
      } | null;
      /** @description What the work must keep to. */
      constraints?: {
        [key: string]: unknown;
      };
      /**
       * @description What is to be handed over.
       * @default
       */
      deliverable?: string;
      /** @description When it is to be done. */
      deadline?: string | null;
    };
    /** @description What to change; lists replace lists, and null changes nothing. */
    DirectorTicketUpdateIn: {
      /** @description Status to move the ticket to. */
      status?: string | null;
      /** @description How far the repair is; a free label. */
      repair_state?: string | null;
      /** @description `verified`, `pending`, `not_required` or a free label. */
      verification_status?: string | null;
      /** @description What has to be shown, each in words. */
      verification_requirements?: string[] | null;
      /** @description What shows that the requirements are met. */
      verification_evidence?:
        | {
            /** @description The requirement that it meets, word for word; null for none in particular. */
            requirement?: string | null;
            /**
             * @description What the reference is.
             * @enum {string}
             */
            kind: 'link' | 'text' | 'job' | 'event' | 'kpi_snapshot';
            /** @description An address, a text, or the id of what the kind names. */
            reference: string;
            /** @description What it shows. */
            note?: string | null;
          }[]
        | null;
      /** @description A simulation that has to be passed. */
      simulation_gate?: {
        /** @description What is simulated. */
        scenario: string;
        /**
         * @description Whether the ticket can only be verified once passed.
         * @default true
         */
        required?: boolean;
        /** @description Least score that passes. */
        threshold?: number | null;
        /** @description Score reached; with a threshold it decides the result. */
        score?: number | null;
        /**
         * @description The result, where score and threshold do not decide it.
         * @default pending
         * @enum {string}
         */
        result?: 'pending' | 'passed' | 'failed';
        /** @description Where the run is found. */
        run_reference?: string | null;
      } | null;
      /** @description What the owning plane says of it. */
      response_notes?: string | null;
      /** @description Who works on it; needed while the ticket is claimed. */
      worker?: string | null;
    };
    /** @description Who claims a ticket, and for how long. */
    ClaimDirectorTicketIn: {
      /** @description Plane whose tickets are claimed. */
      owning_plane: string;
      /** @description Who claims it. */
      worker: string;
      /**
       * @description How long the claim holds; claim again to prolong it.
       * @default 600
       */
      lease_seconds?: number;
      /** @description Id or code of the ticket; omitted for the one with the earliest deadline. */
      ticket_id?: string | null;
    };
    /** @description Who releases a ticket, and why. */
    ReleaseDirectorTicketIn: {
      /** @description Who releases it. */
      worker: string;
      /** @description Why, for the next worker. */
      note?: string | null;
    };
    /** @description Either by how much to move the clock, or to which time. */
    AdvanceSandboxClockIn: {
      /** @description Seconds by which to move the clock forward. */
      seconds?: number | null;
      /** @description Time to which to move the clock: later than its time now, by at most 30 days. */
      to?: string | null;
    };
    /** @description The decision on evidence and answers. */
    ReviewSandboxJobIn: {
      /**
       * @description accept completes the job, more returns it to work for the named steps, fail marks it as failed.
       * @enum {string}
       */
      decision: 'accept' | 'more' | 'fail';
      /** @description Reason for the decision, stored as the status reason of the job. */
      note?: string | null;
      /**
       * @description With more: keys of the steps to show again; empty for every required step.
       * @default []
       */
      step_names?: string[];
      /**
       * @description Answers that the reviewer confirms or corrects: a value equal to the current one confirms it, another one corrects it.
       * @default []
       */
      answers?: {
        /** @description Key of the question. */
        question_key: string;
        /** @description The value, as the kind of the question says; null with cannot_tell. */
        value?: (string | number | string[]) | null;
        /**
         * @description True where the answer is that it cannot be told; then a reason is required.
         * @default false
         */
        cannot_tell?: boolean;
        /** @description Why; required for a correction and with cannot_tell. */
        reason?: string | null;
      }[];
      /** @description Revision of the job that the reviewer saw; the review is rejected if the job has changed since. Null to review the job as it is. */
      expected_revision?: number | null;
    };
    /** @description Which cadence to evaluate, and what the evaluation may do. */
    AdaptiveCadenceEvaluateIn: {
      /**
       * @description Cadence to evaluate. The key of a market city restricts figures and alerts of jobs to it; every other one looks at all.
       * @default primary
       */
      scope_key?: string;
      /**
       * @description False for a preview: nothing is stored and nothing is done.
       * @default true
       */
      persist_state?: boolean;
      /**
       * @description Whether the control loop may compute figures, mail alerts and log the synthesis.
       * @default true
       */
      execute_control_actions?: boolean;
      /**
       * @description Whether tickets for the boards may be created.
       * @default true
       */
      trigger_board_hooks?: boolean;
      /**
       * @description The strategy board was held: its open ticket is done.
       * @default false
       */
      mark_strategy_board_complete?: boolean;
      /**
       * @description The emergency board was held: its open ticket is done.
       * @default false
       */
      mark_emergency_board_complete?: boolean;
    };
    /** @description A day and a scope of figures. */
    DailyKpiSnapshotIn: {
      /**
       * Format: date
       * @description The day; figures of a day that is not over are not final.
       */
      snapshot_date: string;
      /**
       * @description Kind of the scope: `global`, `market_city` or `service`.
       * @default global
       */
      scope_type?: string;
      /**
       * @description Key of the market city or service in the catalogue; `default` for all.
       * @default default
       */
      scope_key?: string;
    };
    /** @description A change to try on a share of the work. */
    ExperimentCreateIn: {
      /** @description Id of the experiment; unique. */
      experiment_id: string;
      /** @description Name. */
      name: string;
      /** @description Category; a free label. */
      category: string;
      /** @description Part of the operation that runs it. */
      owning_plane: string;
      /** @description What the variants differ in. */
      change_axes: string[];
      /** @description Metric that the hypothesis is about. */
      primary_metric_key: string;
      /** @description Metrics that must not fall. */
      guardrail_metric_keys: string[];
      /** @description What is expected to happen, and why. */
      hypothesis: string;
      /**
       * @description Always `planned`.
       * @default planned
       */
      status?: string;
      /** @description Who answers for the experiment. */
      owner?: string | null;
      /**
       * @description Where the variants differ; on `dispatch` they choose numbers of dispatch runs.
       * @default go_to_market
       */
      experiment_surface?: string;
      /**
       * @description With `baseline_release_gate` it starts only with KPI snapshots of the week before.
       * @default baseline_release_gate
       */
      verification_requirement?: string;
      /**
       * @description That no check, report, price or refund is changed; needed to start.
       * @default false
       */
      forbidden_mutation_acknowledged?: boolean;
      /** @description Key of the market city in the catalogue; null for all. */
      market_city?: string | null;
      /** @description Family of the lane. */
      lane_family?: string | null;
      /** @description Lane, `<market city>:<service or default>`; null for all. */
      lane_key?: string | null;
      /** @description Version of the policy. */
      policy_version?: string | null;
      /** @description Version of the prompt. */
      prompt_version?: string | null;
      /** @description Version that the variants are measured by. */
      baseline_version?: string | null;
      /** @description Variants; by default `control` and `treatment`, half of the units each. */
      variants?: {
        /** @description Key of the variant in the experiment. */
        key: string;
        /** @description Share of the units, in proportion to the weights of all variants. */
        weight: number;
        /** @description What the variant changes, by axis. */
        parameters?: {
          [key: string]: unknown;
        };
      }[];
    };
    /** @description A status, and why. */
    MoveExperimentIn: {
      /**
       * @description Status to move to.
       * @enum {string}
       */
      status: 'planned' | 'running' | 'paused' | 'completed' | 'aborted';
      /** @description Why; shown as the stop reason unless it is started. */
      reason: string;
      /** @description That no check, report, price or refund is changed; needed to start. */
      forbidden_mutation_acknowledged?: boolean;
    };
    /** @description Where events are posted, and which. */
    WebhookEndpointIn: {
      /** @description URL that events are posted to: https, on a public host, at port 443 unless the operator allows others. */
      url: string;
      /** @description What the endpoint is for. */
      description?: string | null;
      /**
       * @description Types of the events to deliver; empty for all types.
       * @default []
       */
      event_types?: (
        | 'belief.created'
        | 'belief.retired'
        | 'belief.superseded'
        | 'customer.email_confirmed'
        | 'customer.erased'
        | 'customer.erasing'
        | 'customer.password_changed'
        | 'customer.registered'
        | 'decision.logged'
        | 'dispatch.accepted'
        | 'dispatch.assigned'
        | 'dispatch.cancelled'
        | 'dispatch.declined'
        | 'dispatch.exhausted'
        | 'dispatch.offer_expired'
        | 'dispatch.offered'
        | 'dispatch.started'
        | 'email.bounced'
        | 'email.failed'
        | 'email.received'
        | 'email.sent'
        | 'email.status_changed'
        | 'evidence.received'
        | 'evidence.rejected'
        | 'evidence.validated'
        | 'experiment.aborted'
        | 'experiment.completed'
        | 'experiment.created'
        | 'experiment.paused'
        | 'experiment.running'
        | 'feedback.received'
        | 'invite.created'
        | 'invite.opened'
        | 'invite.reassigned'
        | 'invite.resent'
        | 'invite.revoked'
        | 'job.answer_flagged'
        | 'job.answers_submitted'
        | 'job.assigned'
        | 'job.cancelled'
        | 'job.completed'
        | 'job.created'
        | 'job.disputed'
        | 'job.erased'
        | 'job.expired'
        | 'job.failed'
        | 'job.in_progress'
        | 'job.opened'
        | 'job.submitted'
        | 'job.updated'
        | 'payment.cancelled'
        | 'payment.failed'
        | 'payment.mismatched'
        | 'payment.paid'
        | 'payment.pending'
        | 'payment.refunded'
        | 'report.delivered'
        | 'report.delivery_failed'
        | 'report.delivery_requested'
        | 'report.version_created'
        | 'report.viewed'
        | 'report.withdrawn'
        | 'site_check.awaiting_payment'
        | 'site_check.cancelled'
        | 'site_check.claimed'
        | 'site_check.completed'
        | 'site_check.confirmed'
        | 'site_check.disputed'
        | 'site_check.erased'
        | 'site_check.expired'
        | 'site_check.in_progress'
        | 'site_check.offer_selected'
        | 'site_check.quoted'
        | 'site_check.received'
        | 'site_check.report_ready'
        | 'site_check.unserviceable'
        | 'ticket.blocked'
        | 'ticket.cancelled'
        | 'ticket.claimed'
        | 'ticket.created'
        | 'ticket.done'
        | 'ticket.in_progress'
        | 'ticket.open'
        | 'ticket.rejected'
        | 'ticket.released'
        | 'ticket.updated'
        | 'webhook_endpoint.created'
        | 'webhook_endpoint.deleted'
        | 'webhook_endpoint.disabled'
        | 'webhook_endpoint.enabled'
        | 'webhook_endpoint.paused'
        | 'webhook_endpoint.updated'
      )[];
      /**
       * @description Whether the events of every integrator are delivered; requires the scope `operator`.
       * @default false
       */
      all_integrators?: boolean;
    };
    /** @description What to change of a webhook endpoint; what is left out stays. */
    WebhookEndpointUpdateIn: {
      /** @description URL that events are posted to: https, on a public host, at port 443 unless the operator allows others. */
      url?: string | null;
      /** @description What the endpoint is for. */
      description?: string | null;
      /** @description Types of the events to deliver; empty for all types. */
      event_types?:
        | (
            | 'belief.created'
            | 'belief.retired'
            | 'belief.superseded'
            | 'customer.email_confirmed'
            | 'customer.erased'
            | 'customer.erasing'
            | 'customer.password_changed'
            | 'customer.registered'
            | 'decision.logged'
            | 'dispatch.accepted'
            | 'dispatch.assigned'
            | 'dispatch.cancelled'
            | 'dispatch.declined'
            | 'dispatch.exhausted'
            | 'dispatch.offer_expired'
            | 'dispatch.offered'
            | 'dispatch.started'
            | 'email.bounced'
            | 'email.failed'
            | 'email.received'
            | 'email.sent'
            | 'email.status_changed'
            | 'evidence.received'
            | 'evidence.rejected'
            | 'evidence.validated'
            | 'experiment.aborted'
            | 'experiment.completed'
            | 'experiment.created'
            | 'experiment.paused'
            | 'experiment.running'
            | 'feedback.received'
            | 'invite.created'
            | 'invite.opened'
            | 'invite.reassigned'
            | 'invite.resent'
            | 'invite.revoked'
            | 'job.answer_flagged'
            | 'job.answers_submitted'
            | 'job.assigned'
            | 'job.cancelled'
            | 'job.completed'
            | 'job.created'
            | 'job.disputed'
            | 'job.erased'
            | 'job.expired'
            | 'job.failed'
            | 'job.in_progress'
            | 'job.opened'
            | 'job.submitted'
            | 'job.updated'
            | 'payment.cancelled'
            | 'payment.failed'
            | 'payment.mismatched'
            | 'payment.paid'
            | 'payment.pending'
            | 'payment.refunded'
            | 'report.delivered'
            | 'report.delivery_failed'
            | 'report.delivery_requested'
            | 'report.version_created'
            | 'report.viewed'
            | 'report.withdrawn'
            | 'site_check.awaiting_payment'
            | 'site_check.cancelled'
            | 'site_check.claimed'
            | 'site_check.completed'
            | 'site_check.confirmed'
            | 'site_check.disputed'
            | 'site_check.erased'
            | 'site_check.expired'
            | 'site_check.in_progress'
            | 'site_check.offer_selected'
            | 'site_check.quoted'
            | 'site_check.received'
            | 'site_check.report_ready'
            | 'site_check.unserviceable'
            | 'ticket.blocked'
            | 'ticket.cancelled'
            | 'ticket.claimed'
            | 'ticket.created'
            | 'ticket.done'
            | 'ticket.in_progress'
            | 'ticket.open'
            | 'ticket.rejected'
            | 'ticket.released'
            | 'ticket.updated'
            | 'webhook_endpoint.created'
            | 'webhook_endpoint.deleted'
            | 'webhook_endpoint.disabled'
            | 'webhook_endpoint.enabled'
            | 'webhook_endpoint.paused'
            | 'webhook_endpoint.updated'
          )[]
        | null;
      /** @description Whether the events of every integrator are delivered; requires the scope `operator`. */
      all_integrators?: boolean | null;
      /** @description `paused`: deliveries are made and wait; `enabled`: they are posted. */
      status?: ('enabled' | 'paused') | null;
    };
    /** @description Which events are to be delivered. */
    WebhookReplayIn: {
      /**
       * Format: int64
       * @description The seq of the event to start after.
       */
      after_seq: number;
      /** @description The seq of the event to stop before. */
      before_seq?: number | null;
      /**
       * @description Whether only failed deliveries are replayed, and none is made that is missing.
       * @default false
       */
      only_failed?: boolean;
    };
    /**
     * HTTPValidationError
     * @description What is wrong with the request, at most 100 errors. An `input` longer than 1024 characters of JSON is omitted, and so is one with which the inputs of the response would exceed 16384 characters together.
     */
    HTTPValidationError: {
      detail?: components['schemas']['ValidationError'][];
    };
    /** ValidationError */
    ValidationError: {
      loc: (string | number)[];
      msg: string;
      type: string;
      /** @description The rejected value, with secrets redacted. Omitted where it is too long; see HTTPValidationError. */
      input?:
        | {
            [key: string]: unknown;
          }
        | unknown[]
        | string
        | number
        | boolean
        | null;
      ctx?: Record<string, never>;
    };
    /** @description Problem details (RFC 9457). */
    Problem: {
      /** Format: uri-reference */
      type: string;
      title: string;
      status: number;
      detail: string;
      /** Format: uri-reference */
      instance: string;
      /** @enum {string} */
      code:
        | 'bad_request'
        | 'bad_cursor'
        | 'graphql_parse_failed'
        | 'graphql_validation_failed'
        | 'bad_user_input'
        | 'query_too_expensive'
        | 'query_too_deep'
        | 'api_key_missing'
        | 'api_key_invalid'
        | 'token_invalid'
        | 'session_missing'
        | 'session_invalid'
        | 'login_failed'
        | 'scope_missing'
        | 'actor_not_allowed'
        | 'test_mode'
        | 'origin_refused'
        | 'not_found'
        | 'job_not_found'
        | 'site_check_not_found'
        | 'report_not_found'
        | 'report_version_not_found'
        | 'customer_not_found'
        | 'invite_not_found'
        | 'email_message_not_found'
        | 'mail_not_found'
        | 'agent_state_not_found'
        | 'belief_not_found'
        | 'decision_not_found'
        | 'provider_not_found'
        | 'dispatch_run_not_found'
        | 'ticket_not_found'
        | 'experiment_not_found'
        | 'event_not_found'
        | 'webhook_endpoint_not_found'
        | 'webhook_delivery_not_found'
        | 'log_entry_not_found'
        | 'persisted_query_not_found'
        | 'step_not_found'
        | 'method_not_allowed'
        | 'not_acceptable'
        | 'request_timeout'
        | 'nonce_conflict'
        | 'intake_conflict'
        | 'idempotency_key_reused'
        | 'idempotency_in_progress'
        | 'invalid_transition'
        | 'report_not_ready'
        | 'offer_not_available'
        | 'offer_not_selected'
        | 'quote_expired'
        | 'already_paid'
        | 'payment_not_required'
        | 'session_closed'
        | 'evidence_limit'
        | 'answer_limit'
        | 'feedback_limit'
        | 'email_taken'
        | 'already_claimed'
        | 'account_busy'
        | 'invite_active'
        | 'invite_limit'
        | 'delivery_not_possible'
        | 'delivery_limit'
        | 'report_withdrawn'
        | 'alias_not_allowed'
        | 'agent_not_allowed'
        | 'human_review_required'
        | 'mail_not_configured'
        | 'revision_conflict'
        | 'already_superseded'
        | 'belief_exists'
        | 'market_city_unknown'
        | 'provider_busy'
        | 'dispatch_running'
        | 'no_candidates'
        | 'offer_gone'
        | 'scope_unknown'
        | 'ticket_code_taken'
        | 'lease_held'
        | 'verification_incomplete'
        | 'experiment_exists'
        | 'experiment_running'
        | 'forbidden_axis'
        | 'axis_not_supported'
        | 'acknowledgement_missing'
        | 'baseline_missing'
        | 'webhook_limit'
        | 'clock_limit'
        | 'sandbox_limit'
        | 'log_size'
        | 'media_unavailable'
        | 'token_expired'
        | 'erased'
        | 'payload_too_large'
        | 'uri_too_long'
        | 'unsupported_media_type'
        | 'range_not_satisfiable'
        | 'rate_limited'
        | 'internal_error'
        | 'unavailable';
      hint: string;
      request_id: string;
    };
  };
  responses: {
    /** @description The content has not changed. */
    'not_modified.paged': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        ETag: components['headers']['ETag'];
        Link: components['headers']['Link'];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description `bad_cursor`: Invalid cursor. */
    bad_cursor: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `api_key_missing`: API key missing. `api_key_invalid`: API key invalid. */
    'api_key_missing.api_key_invalid': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `scope_missing`: Scope missing. `test_mode`: Test key. */
    'scope_missing.test_mode': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `not_acceptable`: Not acceptable. */
    not_acceptable: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `uri_too_long`: URI too long. */
    uri_too_long: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `rate_limited`: Too many requests. */
    rate_limited: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `internal_error`: Internal error. */
    internal_error: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `unavailable`: Service unavailable. */
    unavailable: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The request violates declared constraints; every violation is listed. */
    validation_failed: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['HTTPValidationError'];
      };
    };
    /** @description The content has not changed. */
    not_modified: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        ETag: components['headers']['ETag'];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description `mail_not_found`: Mail not found. */
    mail_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `bad_request`: Bad request. */
    bad_request: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `request_timeout`: Request timed out. */
    request_timeout: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. */
    'idempotency_key_reused.idempotency_in_progress.invalid_transition': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `erased`: Erased. */
    erased: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `payload_too_large`: Payload too large. */
    payload_too_large: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `unsupported_media_type`: Unsupported media type. */
    unsupported_media_type: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Accept-Encoding': components['headers']['AcceptEncoding'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `scope_missing`: Scope missing. */
    scope_missing: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `job_not_found`: Job not found. */
    job_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `job_not_found`: Job not found. `report_version_not_found`: Report version not found. `step_not_found`: Step not found. */
    'job_not_found.report_version_not_found.step_not_found': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. */
    'idempotency_key_reused.idempotency_in_progress': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `job_not_found`: Job not found. `step_not_found`: Step not found. */
    'job_not_found.step_not_found': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `token_invalid`: Token invalid. */
    token_invalid: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `test_mode`: Test key. */
    test_mode: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `token_expired`: Token expired. */
    token_expired: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `token_expired`: Token expired. `erased`: Erased. */
    'token_expired.erased': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `api_key_missing`: API key missing. `api_key_invalid`: API key invalid. `token_invalid`: Token invalid. */
    'api_key_missing.api_key_invalid.token_invalid': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `job_not_found`: Job not found. `report_not_found`: Report not found. `report_version_not_found`: Report version not found. */
    'job_not_found.report_not_found.report_version_not_found': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `report_not_ready`: Report not ready. */
    'idempotency_key_reused.idempotency_in_progress.report_not_ready': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `site_check_not_found`: Site check not found. */
    site_check_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `site_check_not_found`: Site check not found. `report_not_found`: Report not found. `report_version_not_found`: Report version not found. */
    'site_check_not_found.report_not_found.report_version_not_found': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `intake_conflict`: Intake conflict. */
    'idempotency_key_reused.idempotency_in_progress.intake_conflict': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `site_check_not_found`: Site check not found. `report_version_not_found`: Report version not found. `step_not_found`: Step not found. */
    'site_check_not_found.report_version_not_found.step_not_found': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `session_missing`: Session missing. `session_invalid`: Session invalid. */
    'session_missing.session_invalid': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `origin_refused`: Origin not allowed. `test_mode`: Test key. */
    'origin_refused.test_mode': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `email_taken`: Email taken. */
    'idempotency_key_reused.idempotency_in_progress.email_taken': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `login_failed`: Login failed. */
    login_failed: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `session_missing`: Session missing. `session_invalid`: Session invalid. `login_failed`: Login failed. */
    'session_missing.session_invalid.login_failed': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `customer_not_found`: Customer not found. */
    customer_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `already_claimed`: Already claimed. */
    'idempotency_key_reused.idempotency_in_progress.already_claimed': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `session_missing`: Session missing. `session_invalid`: Session invalid. `api_key_invalid`: API key invalid. */
    'session_missing.session_invalid.api_key_invalid': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `origin_refused`: Origin not allowed. `scope_missing`: Scope missing. `test_mode`: Test key. */
    'origin_refused.scope_missing.test_mode': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `invite_not_found`: Invite not found. */
    invite_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `scope_missing`: Scope missing. `test_mode`: Test key. `actor_not_allowed`: Actor not allowed. */
    'scope_missing.test_mode.actor_not_allowed': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `job_not_found`: Job not found. `report_not_found`: Report not found. */
    'job_not_found.report_not_found': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `email_message_not_found`: Email message not found. */
    email_message_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `email_message_not_found`: Email message not found. `job_not_found`: Job not found. */
    'email_message_not_found.job_not_found': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `alias_not_allowed`: Alias not allowed. */
    'idempotency_key_reused.idempotency_in_progress.alias_not_allowed': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `market_city_unknown`: Market city unknown. */
    'idempotency_key_reused.idempotency_in_progress.market_city_unknown': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `provider_not_found`: Provider not found. */
    provider_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `provider_busy`: Provider busy. */
    'idempotency_key_reused.idempotency_in_progress.provider_busy': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `job_not_found`: Job not found. `provider_not_found`: Provider not found. */
    'job_not_found.provider_not_found': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `dispatch_run_not_found`: Dispatch run not found. */
    dispatch_run_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `offer_gone`: Offer gone. */
    'idempotency_key_reused.idempotency_in_progress.offer_gone': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `account_busy`: Account busy. */
    'idempotency_key_reused.idempotency_in_progress.account_busy': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `revision_conflict`: Revision conflict. */
    'idempotency_key_reused.idempotency_in_progress.revision_conflict': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `agent_state_not_found`: Agent state not found. */
    agent_state_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `belief_not_found`: Belief not found. */
    belief_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `decision_not_found`: Decision not found. */
    decision_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `not_found`: Not found. */
    not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `ticket_not_found`: Ticket not found. `not_found`: Not found. */
    'ticket_not_found.not_found': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `ticket_not_found`: Ticket not found. */
    ticket_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `clock_limit`: Clock limit reached. */
    'idempotency_key_reused.idempotency_in_progress.clock_limit': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `log_entry_not_found`: Log entry not found. */
    log_entry_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `log_size`: Log size not reached. */
    log_size: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `scope_unknown`: Scope unknown. */
    scope_unknown: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `scope_unknown`: Scope unknown. */
    'idempotency_key_reused.idempotency_in_progress.scope_unknown': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `experiment_not_found`: Experiment not found. */
    experiment_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `invalid_transition`: Invalid transition. */
    invalid_transition: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `event_not_found`: Event not found. */
    event_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `webhook_endpoint_not_found`: Webhook endpoint not found. */
    webhook_endpoint_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `webhook_limit`: Webhook limit reached. */
    'idempotency_key_reused.idempotency_in_progress.webhook_limit': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfterEqual'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `webhook_delivery_not_found`: Webhook delivery not found. */
    webhook_delivery_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `rate_limited`: Too many requests. */
    'rate_limited.unlimited': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        'Retry-After': components['headers']['RetryAfter'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `unavailable`: Service unavailable. */
    'unavailable.unlimited': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `not_found`: Not found. */
    'not_found.unlimited': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `step_not_found`: Step not found. */
    step_not_found: {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `invalid_transition`: Invalid transition. `evidence_limit`: Evidence limit reached. */
    'invalid_transition.evidence_limit': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `token_expired`: Token expired. `erased`: Erased. */
    'token_expired.erased.unlimited': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `unsupported_media_type`: Unsupported media type. */
    'unsupported_media_type.unlimited': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        'Accept-Encoding': components['headers']['AcceptEncoding'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `range_not_satisfiable`: Range not satisfiable. */
    'range_not_satisfiable.unlimited': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        'Content-Range': components['headers']['ContentRange'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The request violates declared constraints; every violation is listed. */
    'validation_failed.unlimited': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['HTTPValidationError'];
      };
    };
    /** @description `test_mode`: Test key. */
    'test_mode.unlimited': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `internal_error`: Internal error. */
    'internal_error.unlimited': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `token_expired`: Token expired. */
    'token_expired.unlimited': {
      headers: {
        'Request-Id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
  parameters: {
    /** @description Only mails with this status; an unknown status matches none. */
    query_status: string | null;
    /** @description Only mails of this kind. */
    query_kind:
      | (
          | 'confirm_email'
          | 'password_reset'
          | 'password_changed'
          | 'payment_received'
          | 'payment_refunded'
          | 'report_delivered'
          | 'report_withdrawn'
          | 'request_closed'
          | 'capture_invite'
          | 'invite_expired'
          | 'dispatch_offer'
          | 'outbound'
        )
      | null;
    /** @description Only mails about this site check. */
    query_request_id: string | null;
    /** @description Maximum number of mails to return. */
    query_limit: number | null;
    /** @description Cursor from the Link header of the previous response. */
    query_cursor: string | null;
    /** @description Id of the mail. */
    path_mail_id: string;
    /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
    'header_Idempotency-Key': string;
    /** @description Only jobs with this answer, such as `objective:no` or `objective:cannot_tell`; of choices, one of the keys. */
    query_answer: string | null;
    /** @description Only jobs with a flagged answer; with false only jobs with answers of which none is flagged. */
    query_flagged: boolean | null;
    /** @description Id of the job. */
    path_job_id: string;
    /** @description Number of the version; omitted for the current one. */
    query_version: number | null;
    /** @description Address, place name, coordinates, plus code, `geo:` URI or link of a map. */
    query_text: string;
    /** @description Position as `latitude,longitude` in degrees; nearer places come first. */
    query_near: string | null;
    /** @description Language of the labels as a BCP 47 tag; untranslated names stay as they are. */
    query_language: string;
    /** @description Latitude in degrees, WGS 84. */
    query_latitude: number;
    /** @description Longitude in degrees, WGS 84. */
    query_longitude: number;
    /** @description Key of a service; coverage is the same for every service of the catalogue. */
    query_service_key: string | null;
    /** @description Id of the site check. */
    path_request_id: string;
    /** @description Access token returned when the site check was requested. */
    query_access_token: string;
    /** @description Only site checks of this customer. */
    query_customer_id: string | null;
    /** @description Only site checks requested through this channel; an unknown one matches none. */
    query_intake_source: string | null;
    /** @description Only site checks requested after this time. */
    query_created_after: string | null;
    /** @description Only site checks requested before this time. */
    query_created_before: string | null;
    /** @description Id of the account. */
    path_account_id: string;
    /** @description Only the account with this email, in any case; matched whole. */
    query_email: string | null;
    /** @description Id of the invite. */
    path_invite_id: string;
    /** @description Only messages in this folder. */
    query_folder: string | null;
    /** @description Only messages with this processing status; an unknown one matches none. */
    query_processing_status: string | null;
    /** @description Only messages with this routing class. */
    query_routing_class: string | null;
    /** @description Only messages assigned to this agent. */
    query_assigned_agent: string | null;
    /** @description Only messages about this job. */
    query_related_job_id: string | null;
    /** @description Id of the inbox message. */
    path_message_id: string;
    /** @description Id of the provider. */
    path_provider_id: string;
    /** @description Only providers that work in this market city. */
    query_market_city_key: string | null;
    /** @description Id of the dispatch run. */
    path_run_id: string;
    /** @description Only runs of this job. */
    query_job_id: string | null;
    /** @description Only actions of this agent. */
    query_agent_name: string | null;
    /** @description Only actions of this type. */
    query_action_type: string | null;
    /** @description Only actions that were part of this experiment. */
    query_experiment_id: string | null;
    /** @description Name of the agent, 2 to 80 characters. */
    path_agent_name: string;
    /** @description Kind of the scope. */
    query_scope_type: string;
    /** @description Scope that the state is for. */
    query_scope_key: string;
    /** @description Hours to look back. */
    query_hours: number;
    /** @description Id of the belief. */
    path_belief_id: string;
    /** @description Only beliefs with this key. */
    query_belief_key: string | null;
    /** @description Only beliefs held at least so surely. */
    query_min_confidence: number | null;
    /** @description Id of the decision. */
    path_decision_id: string;
    /** @description Only decisions of this category. */
    query_category: string | null;
    /** @description Only decisions of this author. */
    query_author_id: string | null;
    /** @description Only decisions with this kind of source. */
    query_source_type: string | null;
    /** @description Only decisions with this source. */
    query_source_id: string | null;
    /** @description Id or code of the director ticket. */
    path_ticket_id: string;
    /** @description Only tickets of this plane. */
    query_owning_plane: string | null;
    /** @description Only tickets that this plane asked for. */
    query_requesting_plane: string | null;
    /** @description Only tickets of this incident. */
    query_incident_code: string | null;
    /** @description Only unfinished tickets whose deadline has passed; false: only the others. */
    query_overdue: boolean | null;
    /** @description Id of the report. */
    query_report_id: string;
    /** @description Size of the tree; omitted for that of the newest checkpoint. */
    query_tree_size: number | null;
    /** @description Size of the earlier tree. */
    query_from: number;
    /** @description Size of the later tree; omitted for the newest. */
    query_to: number | null;
    /** @description Id of the experiment, as its creator chose it. */
    path_experiment_id: string;
    /** @description Only experiments on this surface. */
    query_surface: string | null;
    /** @description Key of the unit, such as the id of a job. */
    query_unit_key: string;
    /** @description The seq of the event to start after. An event stream without it starts with new events. */
    query_after: number;
    /** @description Only events of these types, comma-separated; unknown types match nothing. */
    query_types: string | null;
    /** @description Id of the event. */
    path_event_id: string;
    /** @description Id of the webhook endpoint. */
    path_endpoint_id: string;
    /** @description Only the delivery of this event. */
    query_event_id: string | null;
    /** @description Id of the webhook delivery. */
    path_delivery_id: string;
    /** @description Id of the evidence item. */
    path_evidence_id: string;
    /** @description 640: the picture as an upright JPEG without metadata, its longer side at most 640 pixels. Appended to media_url; the link remains valid. */
    query_preview: '640';
    /** @description Level of the tile from the leaves up, or `entries`. */
    path_level: string;
    /** @description Number of the tile on its level, in groups of three digits, with its width where it is not full. */
    path_number: string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description Id of the request in the log of the service; include it in support requests.
     * @example 019c1000-0000-7000-8000-000000000003
     */
    RequestId: string;
    /**
     * @description Entity tag of the content; send it as If-None-Match.
     * @example W/"3a7bd3e2360a3d29"
     */
    ETag: string;
    /**
     * @description Entity tag of a page; send it as If-None-Match. Absent on an event stream.
     * @example W/"3a7bd3e2360a3d29"
     */
    ETagOfPage: string;
    /**
     * @description Path of the created resource.
     * @example /v1/jobs/019c1000-0000-7000-8000-000000000003
     */
    Location: string;
    /**
     * @description URL of the next page, rel="next"; absent on the last page.
     * @example <https://verification.example/v1/jobs?cursor=WyIyMDI2Il0>; rel="next"
     */
    Link: string;
    /**
     * @description Present when the response repeats an earlier one.
     * @example true
     */
    IdempotentReplayed: 'true';
    /**
     * @description Remaining quota (r) and seconds until it is renewed (t).
     * @example "reads";r=599;t=60
     */
    RateLimit: string;
    /**
     * @description Quota (q) and length of its window in seconds (w).
     * @example "reads";q=600;w=60
     */
    RateLimitPolicy: string;
    /**
     * @description Seconds to wait before retrying.
     * @example 2
     */
    RetryAfter: number;
    /**
     * @description Seconds to wait before retrying, when an equal request is in progress.
     * @example 1
     */
    RetryAfterEqual: number;
    /**
     * @description Present when the body had a Content-Encoding: the only coding that is accepted.
     * @example identity
     */
    AcceptEncoding: string;
    /**
     * @description Scheme of the required credential.
     * @example ApiKey
     */
    WWWAuthenticate: string;
    /**
     * @description Suggested file name.
     * @example inline; filename="photo.jpg"
     */
    ContentDisposition: string;
    /**
     * @description Range of the response within the file.
     * @example bytes 0-1023/4096
     */
    ContentRange: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  list_mails: {
    parameters: {
      query?: {
        /** @description Only mails with this status; an unknown status matches none. */
        status?: components['parameters']['query_status'];
        /** @description Only mails of this kind. */
        kind?: components['parameters']['query_kind'];
        /** @description Only mails about this site check. */
        request_id?: components['parameters']['query_request_id'];
        /** @description Maximum number of mails to return. */
        limit?: components['parameters']['query_limit'];
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mail'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_mail: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the mail. */
        mail_id: components['parameters']['path_mail_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mail'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['mail_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  retry_mail: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the mail. */
        mail_id: components['parameters']['path_mail_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mail'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['mail_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_jobs: {
    parameters: {
      query?: {
        /** @description Only jobs with this status; an unknown status matches none. */
        status?: string | null;
        /** @description Maximum number of jobs to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
        /** @description Only jobs with this answer, such as `objective:no` or `objective:cannot_tell`; of choices, one of the keys. */
        answer?: components['parameters']['query_answer'];
        /** @description Only jobs with a flagged answer; with false only jobs with answers of which none is flagged. */
        flagged?: components['parameters']['query_flagged'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobSnapshotOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_job: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "objective": "Is the shop open?",
         *       "address": "Alexanderplatz 1, 10178 Berlin",
         *       "latitude": 52.5219,
         *       "longitude": 13.4132,
         *       "notes": "The entrance is on the square.",
         *       "nonce": "shop-check-2026-01-31"
         *     }
         */
        'application/json': components['schemas']['CustomerSchemaIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobCreatedOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `nonce_conflict`: Nonce conflict. `sandbox_limit`: Sandbox limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_job: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobSnapshotOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  update_job: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "metadata": {
         *         "shop": "0043",
         *         "campaign": null
         *       }
         *     }
         */
        'application/json': components['schemas']['UpdateJobIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobSnapshotOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  submit_requester_feedback: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "rating": 4,
         *       "verdict": "needs_more",
         *       "comment": "Please show the opening hours as well.",
         *       "step_names": [
         *         "objective_closeup"
         *       ]
         *     }
         */
        'application/json': components['schemas']['RequesterFeedbackIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RequesterFeedbackOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found.report_version_not_found.step_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `nonce_conflict`: Nonce conflict. `invalid_transition`: Invalid transition. `feedback_limit`: Feedback limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_jobs_to_review: {
    parameters: {
      query?: {
        /** @description Maximum number of jobs to return. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobSnapshotOut'][];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  open_job: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobSnapshotOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  cancel_job: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The shop has moved."
         *     }
         */
        'application/json': components['schemas']['CancelJobIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobSnapshotOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  assign_job: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "assignee_name": "Ada Lovelace",
         *       "expires_in_hours": 24
         *     }
         */
        'application/json': components['schemas']['AssignJobIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssignedJob'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  review_job: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "decision": "more",
         *       "note": "The sign is not readable.",
         *       "step_names": [
         *         "context"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ReviewJobIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobSnapshotOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['job_not_found.step_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `revision_conflict`: Revision conflict. `invalid_transition`: Invalid transition. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  capture_task: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CaptureTask'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['token_invalid'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      410: components['responses']['token_expired'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_evidence: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicReportEvidenceItemOut'][];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      410: components['responses']['erased'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  submit_evidence: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "media_url": "https://media.example.com/front.jpg",
         *       "media_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "latitude": 52.5219,
         *       "longitude": 13.4132,
         *       "captured_at": "2026-01-31T12:00:00Z",
         *       "nonce": "front-photo-0001",
         *       "step_name": "arrival_overview"
         *     }
         */
        'application/json': components['schemas']['EvidenceSubmitIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EvidenceSubmitOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found.step_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. `evidence_limit`: Evidence limit reached. `media_unavailable`: Media unavailable. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  release_task: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "My car has broken down."
         *     }
         */
        'application/json': components['schemas']['ReleaseTaskIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReleasedTask'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['token_invalid'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['token_expired.erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_answers: {
    parameters: {
      query?: {
        /** @description Maximum number of revisions to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Answer'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  submit_answers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "answers": [
         *         {
         *           "question_key": "objective",
         *           "value": "no",
         *           "comment": "Closed since 14 November, according to a notice on the door."
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['SubmitAnswersIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnswerSubmission'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid.token_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. `answer_limit`: Answer limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['token_expired.erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  submit_provider_answers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "answers": [
         *         {
         *           "question_key": "objective",
         *           "value": "no",
         *           "comment": "Closed since 14 November, according to a notice on the door."
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['SubmitProviderAnswersIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnswerSubmission'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['token_invalid'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. `answer_limit`: Answer limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['token_expired.erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  submit_capture_answers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "answers": [
         *         {
         *           "question_key": "objective",
         *           "value": "no",
         *           "comment": "Closed since 14 November, according to a notice on the door."
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['SubmitCaptureAnswersIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnswerSubmission'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['token_invalid'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. `answer_limit`: Answer limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['token_expired.erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_report: {
    parameters: {
      query?: {
        /** @description Number of the version; omitted for the current one. */
        version?: components['parameters']['query_version'];
      };
      header?: never;
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RealityReportOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found.report_not_found.report_version_not_found'];
      406: components['responses']['not_acceptable'];
      410: components['responses']['erased'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_reality_report: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RealityReportOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.report_not_ready'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  search_places: {
    parameters: {
      query: {
        /** @description Address, place name, coordinates, plus code, `geo:` URI or link of a map. */
        text: components['parameters']['query_text'];
        /** @description Position as `latitude,longitude` in degrees; nearer places come first. */
        near?: components['parameters']['query_near'];
        /** @description Language of the labels as a BCP 47 tag; untranslated names stay as they are. */
        language?: components['parameters']['query_language'];
        /** @description Maximum number of places to return. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlaceListOut'];
        };
      };
      304: components['responses']['not_modified'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  describe_place: {
    parameters: {
      query: {
        /** @description Latitude in degrees, WGS 84. */
        latitude: components['parameters']['query_latitude'];
        /** @description Longitude in degrees, WGS 84. */
        longitude: components['parameters']['query_longitude'];
        /** @description Language of the labels as a BCP 47 tag; untranslated names stay as they are. */
        language?: components['parameters']['query_language'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlaceListOut'];
        };
      };
      304: components['responses']['not_modified'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_serviceability: {
    parameters: {
      query: {
        /** @description Latitude in degrees, WGS 84. */
        latitude: components['parameters']['query_latitude'];
        /** @description Longitude in degrees, WGS 84. */
        longitude: components['parameters']['query_longitude'];
        /** @description Key of a service; coverage is the same for every service of the catalogue. */
        service_key?: components['parameters']['query_service_key'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicServiceabilityGuidanceOut'];
        };
      };
      304: components['responses']['not_modified'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  services: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CatalogueService'][];
        };
      };
      304: components['responses']['not_modified'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_site_check: {
    parameters: {
      query: {
        /** @description Access token returned when the site check was requested. */
        access_token: components['parameters']['query_access_token'];
      };
      header?: never;
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicSiteCheckStatusOut'];
        };
      };
      304: components['responses']['not_modified'];
      403: components['responses']['test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_site_check_report: {
    parameters: {
      query: {
        /** @description Access token returned when the site check was requested. */
        access_token: components['parameters']['query_access_token'];
        /** @description Number of the version; omitted for the current one. */
        version?: components['parameters']['query_version'];
      };
      header?: never;
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicSiteCheckReportOut'];
        };
      };
      304: components['responses']['not_modified'];
      403: components['responses']['test_mode'];
      404: components['responses']['site_check_not_found.report_not_found.report_version_not_found'];
      406: components['responses']['not_acceptable'];
      410: components['responses']['erased'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_site_checks: {
    parameters: {
      query?: {
        /** @description Only site checks with this status; an unknown status matches none. */
        status?: string | null;
        /** @description Maximum number of site checks to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
        /** @description Only site checks of this customer. */
        customer_id?: components['parameters']['query_customer_id'];
        /** @description Only site checks requested through this channel; an unknown one matches none. */
        intake_source?: components['parameters']['query_intake_source'];
        /** @description Only site checks requested after this time. */
        created_after?: components['parameters']['query_created_after'];
        /** @description Only site checks requested before this time. */
        created_before?: components['parameters']['query_created_before'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicSiteCheckStatusOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  request_site_check: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "objective": "Is the shop open?",
         *       "address": "Alexanderplatz 1, 10178 Berlin",
         *       "latitude": 52.5219,
         *       "longitude": 13.4132,
         *       "notes": "The entrance is on the square.",
         *       "requester_email": "ada@example.com"
         *     }
         */
        'application/json': components['schemas']['PublicSiteCheckRequestIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicSiteCheckRequestOut'];
        };
      };
      400: components['responses']['bad_request'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.intake_conflict'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  select_site_check_offer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs",
         *       "offer_key": "standard_72h"
         *     }
         */
        'application/json': components['schemas']['PublicSiteCheckSelectOfferIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicSiteCheckStatusOut'];
        };
      };
      400: components['responses']['bad_request'];
      403: components['responses']['test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `offer_not_available`: Offer not available. `already_paid`: Already paid. `quote_expired`: Quote expired. `invalid_transition`: Invalid transition. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_checkout_session: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs"
         *     }
         */
        'application/json': components['schemas']['PublicSiteCheckCreateCheckoutSessionIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicSiteCheckStatusOut'];
        };
      };
      400: components['responses']['bad_request'];
      403: components['responses']['test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `offer_not_selected`: Offer not selected. `payment_not_required`: Payment not required. `already_paid`: Already paid. `session_closed`: Checkout session closed. `invalid_transition`: Invalid transition. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  start_self_service_capture: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs"
         *     }
         */
        'application/json': components['schemas']['StartSelfServiceCaptureIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StartedCapture'];
        };
      };
      400: components['responses']['bad_request'];
      403: components['responses']['test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  submit_site_check_feedback: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs",
         *       "verdict": "accepted",
         *       "rating": 5
         *     }
         */
        'application/json': components['schemas']['SubmitSiteCheckFeedbackIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RequesterFeedbackOut'];
        };
      };
      400: components['responses']['bad_request'];
      403: components['responses']['test_mode'];
      404: components['responses']['site_check_not_found.report_version_not_found.step_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `nonce_conflict`: Nonce conflict. `invalid_transition`: Invalid transition. `feedback_limit`: Feedback limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  cancel_site_check: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs",
         *       "reason": "Not needed any more."
         *     }
         */
        'application/json': components['schemas']['CancelSiteCheckIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicSiteCheckStatusOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  customer_session: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAuthSessionOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  register_customer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "full_name": "Ada Lovelace",
         *       "email": "ada@example.com",
         *       "phone": "+49 30 1234567",
         *       "password": "a long enough password"
         *     }
         */
        'application/json': components['schemas']['CustomerAuthRegisterIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAuthSessionOut'];
        };
      };
      400: components['responses']['bad_request'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.email_taken'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  login_customer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "password": "a long enough password"
         *     }
         */
        'application/json': components['schemas']['CustomerAuthLoginIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAuthSessionOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['login_failed'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  logout_customer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "everywhere": false
         *     }
         */
        'application/json': components['schemas']['LogoutCustomerIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAuthSessionOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  confirm_customer_email: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "eyJhbGciOiJFZERTQSJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl"
         *     }
         */
        'application/json': components['schemas']['ConfirmCustomerEmailIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAccountOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['token_invalid'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['token_expired.erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  resend_customer_confirmation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAccountOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  request_password_reset: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        'application/json': components['schemas']['RequestPasswordResetIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasswordResetReceipt'];
        };
      };
      400: components['responses']['bad_request'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  reset_customer_password: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "eyJhbGciOiJFZERTQSJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl",
         *       "password": "another long password"
         *     }
         */
        'application/json': components['schemas']['ResetCustomerPasswordIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAuthSessionOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['token_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['token_expired.erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  change_customer_password: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "current_password": "another long password",
         *       "new_password": "a long enough password"
         *     }
         */
        'application/json': components['schemas']['ChangeCustomerPasswordIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAuthSessionOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid.login_failed'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  update_customer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "full_name": "Ada King",
         *       "phone": "+49 30 7654321"
         *     }
         */
        'application/json': components['schemas']['UpdateCustomerIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAccountOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_customer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the account. */
        account_id: components['parameters']['path_account_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAccountOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['customer_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_customers: {
    parameters: {
      query?: {
        /** @description Only the account with this email, in any case; matched whole. */
        email?: components['parameters']['query_email'];
        /** @description Maximum number of accounts to return. */
        limit?: number | null;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerAccountOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_customer_request: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the request. */
        request_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerRequestStatusOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_customer_requests: {
    parameters: {
      query?: {
        /** @description Only site checks with this status; an unknown status matches none. */
        status?: string | null;
        /** @description Maximum number of site checks to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerRequestListOut'];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_customer_request: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "service_key": "storefront_open",
         *       "objective": "Is the shop open?",
         *       "address": "Alexanderplatz 1, 10178 Berlin",
         *       "latitude": 52.5219,
         *       "longitude": 13.4132,
         *       "notes": "The entrance is on the square.",
         *       "intake_submission_id": "customer-example-0001"
         *     }
         */
        'application/json': components['schemas']['CustomerRequestCreateIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerRequestCreateOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.intake_conflict'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_customer_request_report: {
    parameters: {
      query?: {
        /** @description Number of the version; omitted for the current one. */
        version?: components['parameters']['query_version'];
      };
      header?: never;
      path: {
        /** @description Id of the request. */
        request_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerRequestReportOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      404: components['responses']['site_check_not_found.report_not_found.report_version_not_found'];
      406: components['responses']['not_acceptable'];
      410: components['responses']['erased'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_self_service_request: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "service_key": "storefront_open",
         *       "objective": "Is the shop open?",
         *       "address": "Alexanderplatz 1, 10178 Berlin",
         *       "latitude": 52.5219,
         *       "longitude": 13.4132,
         *       "notes": "The entrance is on the square.",
         *       "intake_submission_id": "customer-example-0002"
         *     }
         */
        'application/json': components['schemas']['CustomerSelfServiceRequestCreateIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerRequestCreateOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.intake_conflict'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  claim_customer_request: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs"
         *     }
         */
        'application/json': components['schemas']['CustomerRequestClaimIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerRequestStatusOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.already_claimed'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  select_customer_request_offer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the request. */
        request_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "offer_key": "standard_72h"
         *     }
         */
        'application/json': components['schemas']['CustomerRequestSelectOfferIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerRequestStatusOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `offer_not_available`: Offer not available. `already_paid`: Already paid. `quote_expired`: Quote expired. `invalid_transition`: Invalid transition. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_customer_checkout_session: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the request. */
        request_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /** @example {} */
        'application/json': components['schemas']['CustomerRequestCreateCheckoutSessionIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerRequestStatusOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `offer_not_selected`: Offer not selected. `payment_not_required`: Payment not required. `already_paid`: Already paid. `session_closed`: Checkout session closed. `invalid_transition`: Invalid transition. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  start_customer_capture: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the request. */
        request_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StartedCapture'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  submit_customer_request_feedback: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the request. */
        request_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "verdict": "accepted",
         *       "rating": 5
         *     }
         */
        'application/json': components['schemas']['RequesterFeedbackIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RequesterFeedbackOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      404: components['responses']['site_check_not_found.report_version_not_found.step_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `nonce_conflict`: Nonce conflict. `invalid_transition`: Invalid transition. `feedback_limit`: Feedback limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  cancel_customer_request: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the request. */
        request_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Not needed any more."
         *     }
         */
        'application/json': components['schemas']['CancelCustomerRequestIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerRequestStatusOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_self_service_invites: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerSelfServiceInviteOut'][];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['session_missing.session_invalid.api_key_invalid'];
      403: components['responses']['origin_refused.scope_missing.test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_self_service_invite: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "invitee_name": "Grace Hopper",
         *       "invitee_role": "Shop manager",
         *       "invitee_email": "grace@example.org",
         *       "expires_in_hours": 48
         *     }
         */
        'application/json': components['schemas']['CustomerSelfServiceInviteIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerSelfServiceInviteOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid.api_key_invalid'];
      403: components['responses']['origin_refused.scope_missing.test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. `invite_active`: Invite active. `invite_limit`: Invite limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_self_service_invite: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the invite. */
        invite_id: components['parameters']['path_invite_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerSelfServiceInviteOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['session_missing.session_invalid.api_key_invalid'];
      403: components['responses']['origin_refused.scope_missing.test_mode'];
      404: components['responses']['invite_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  resend_self_service_invite: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the invite. */
        invite_id: components['parameters']['path_invite_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerSelfServiceInviteOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid.api_key_invalid'];
      403: components['responses']['origin_refused.scope_missing.test_mode'];
      404: components['responses']['invite_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. `invite_limit`: Invite limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  reassign_self_service_invite: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the invite. */
        invite_id: components['parameters']['path_invite_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "invitee_name": "Alan Turing",
         *       "invitee_role": "Shop manager",
         *       "invitee_email": "alan@example.org",
         *       "expires_in_hours": 48
         *     }
         */
        'application/json': components['schemas']['CustomerSelfServiceInviteIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerSelfServiceInviteOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid.api_key_invalid'];
      403: components['responses']['origin_refused.scope_missing.test_mode'];
      404: components['responses']['invite_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. `invite_limit`: Invite limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  revoke_self_service_invite: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the invite. */
        invite_id: components['parameters']['path_invite_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Sent to the wrong person."
         *     }
         */
        'application/json': components['schemas']['RevokeSelfServiceInviteIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerSelfServiceInviteOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid.api_key_invalid'];
      403: components['responses']['origin_refused.scope_missing.test_mode'];
      404: components['responses']['invite_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  deliver_reality_report: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "send_email": false,
         *       "notes": "Handed over at the meeting."
         *     }
         */
        'application/json': components['schemas']['DeliverRealityReportIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliverRealityReportOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode.actor_not_allowed'];
      404: components['responses']['job_not_found.report_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `delivery_not_possible`: Delivery not possible. `report_withdrawn`: Report withdrawn. `delivery_limit`: Delivery limit reached. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  withdraw_reality_report: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The photos show the wrong entrance."
         *     }
         */
        'application/json': components['schemas']['WithdrawRealityReportIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicReportStateOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['job_not_found.report_not_found.report_version_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_email_messages: {
    parameters: {
      query?: {
        /** @description Only messages in this folder. */
        folder?: components['parameters']['query_folder'];
        /** @description Only messages with this processing status; an unknown one matches none. */
        processing_status?: components['parameters']['query_processing_status'];
        /** @description Only messages with this routing class. */
        routing_class?: components['parameters']['query_routing_class'];
        /** @description Only messages assigned to this agent. */
        assigned_agent?: components['parameters']['query_assigned_agent'];
        /** @description Only messages about this job. */
        related_job_id?: components['parameters']['query_related_job_id'];
        /** @description Maximum number of messages to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailInboxMessageListOut'];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  ingest_email_message: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "external_message_id": "INBOX-4711",
         *       "folder": "INBOX",
         *       "from_email": "ada@example.org",
         *       "to_email": "service@verification.example",
         *       "subject": "When will the photos be taken?",
         *       "body_text": "Hello,\n\nthe shop closes at six.\n\nAda",
         *       "internet_message_id": "<4711@example.org>",
         *       "received_at": "2026-01-31T11:58:00Z"
         *     }
         */
        'application/json': components['schemas']['EmailInboxMessageIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailInboxMessageIngestOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_email_message: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the inbox message. */
        message_id: components['parameters']['path_message_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailInboxMessageOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['email_message_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  set_email_message_status: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the inbox message. */
        message_id: components['parameters']['path_message_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "processing_status": "triaged",
         *       "handling_notes": "Asks when the photos will be taken."
         *     }
         */
        'application/json': components['schemas']['EmailInboxMessageStatusIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailInboxMessageOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['email_message_not_found.job_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `agent_not_allowed`: Agent not allowed. `invalid_transition`: Invalid transition. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_email_inbox_policy: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailInboxPolicyOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  draft_email_reply: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the inbox message. */
        message_id: components['parameters']['path_message_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from_alias": "service@verification.example",
         *       "body_intro": "Hello Ada,\n\na verifier goes there this afternoon.",
         *       "closing": "Kind regards"
         *     }
         */
        'application/json': components['schemas']['EmailReplyDraftIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailReplyDraftOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['email_message_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.alias_not_allowed'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  send_email: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from_alias": "service@verification.example",
         *       "to_email": "ada@example.org",
         *       "subject": "Re: When will the photos be taken?",
         *       "body_text": "Hello Ada,\n\na verifier goes there this afternoon."
         *     }
         */
        'application/json': components['schemas']['EmailOutboundSendIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmailOutboundSendOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode.actor_not_allowed'];
      404: components['responses']['email_message_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `alias_not_allowed`: Alias not allowed. `human_review_required`: Human review required. `mail_not_configured`: Mail not configured. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_providers: {
    parameters: {
      query?: {
        /** @description Only providers with this status; an unknown status matches none. */
        status?: string | null;
        /** @description Only providers that work in this market city. */
        market_city_key?: components['parameters']['query_market_city_key'];
        /** @description Maximum number of providers to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Provider'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_provider: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "label": "Kim Verifier",
         *       "channel": "email",
         *       "email": "kim@verifiers.example",
         *       "market_city_keys": [
         *         "berlin"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CreateProviderIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Provider'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.market_city_unknown'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_provider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the provider. */
        provider_id: components['parameters']['path_provider_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Provider'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['provider_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  update_provider: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the provider. */
        provider_id: components['parameters']['path_provider_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "max_active_jobs": 5
         *     }
         */
        'application/json': components['schemas']['UpdateProviderIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Provider'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['provider_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `market_city_unknown`: Market city unknown. `invalid_transition`: Invalid transition. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  erase_provider: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the provider. */
        provider_id: components['parameters']['path_provider_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Provider'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['provider_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.provider_busy'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  start_dispatch_run: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "offers_at_once": 2,
         *       "offer_minutes": 45
         *     }
         */
        'application/json': components['schemas']['StartDispatchRunIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DispatchRunSummaryOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['job_not_found.provider_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. `dispatch_running`: Dispatch running. `no_candidates`: No candidates. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  cancel_dispatch_run: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the dispatch run. */
        run_id: components['parameters']['path_run_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The customer names a verifier."
         *     }
         */
        'application/json': components['schemas']['CancelDispatchRunIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DispatchRunSummaryOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['dispatch_run_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_dispatch_run: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the dispatch run. */
        run_id: components['parameters']['path_run_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DispatchRunSummaryOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['dispatch_run_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_dispatch_runs: {
    parameters: {
      query?: {
        /** @description Only runs of this job. */
        job_id?: components['parameters']['query_job_id'];
        /** @description Only runs with this status; an unknown status matches none. */
        status?: string | null;
        /** @description Maximum number of dispatch runs to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DispatchRunSummaryOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_provider_offer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderOffer'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['token_invalid'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      410: components['responses']['token_expired'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  accept_provider_offer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AcceptedProviderOffer'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['token_invalid'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.offer_gone'];
      410: components['responses']['token_expired.erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  decline_provider_offer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "I am away this week."
         *     }
         */
        'application/json': components['schemas']['DeclineProviderOfferIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderOffer'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['token_invalid'];
      403: components['responses']['test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.offer_gone'];
      410: components['responses']['token_expired.erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_customer_export: {
    parameters: {
      query?: {
        /** @description Maximum number of requests. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerExport'];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  erase_job: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobSnapshotOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  erase_site_check: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs"
         *     }
         */
        'application/json': components['schemas']['EraseSiteCheckIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasedSiteCheck'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['site_check_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.account_busy'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  erase_customer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "a long enough password"
         *     }
         */
        'application/json': components['schemas']['EraseCustomerIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erasure'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['session_missing.session_invalid.login_failed'];
      403: components['responses']['origin_refused.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.account_busy'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  erase_customer_account: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the account. */
        account_id: components['parameters']['path_account_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "force": false
         *     }
         */
        'application/json': components['schemas']['EraseCustomerAccountIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erasure'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['customer_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.account_busy'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_agent_action_events: {
    parameters: {
      query?: {
        /** @description Only actions of this agent. */
        agent_name?: components['parameters']['query_agent_name'];
        /** @description Only actions of this type. */
        action_type?: components['parameters']['query_action_type'];
        /** @description Only actions with this status. */
        status?: string | null;
        /** @description Only actions about this job. */
        job_id?: string | null;
        /** @description Only actions that were part of this experiment. */
        experiment_id?: components['parameters']['query_experiment_id'];
        /** @description Only actions recorded after this time. */
        created_after?: string | null;
        /** @description Only actions recorded before this time. */
        created_before?: string | null;
        /** @description Maximum number of actions to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentActionEventOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  record_agent_action: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "agent_name": "triage-agent",
         *       "action_type": "message_triaged",
         *       "reason_code": "asks_for_time",
         *       "prompt_version": "2026-01-30",
         *       "latency_ms": 1840,
         *       "payload": {
         *         "queue": "support"
         *       }
         *     }
         */
        'application/json': components['schemas']['AgentActionEventIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentActionEventOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['job_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_agent_state: {
    parameters: {
      query?: {
        /** @description Kind of the scope. */
        scope_type?: components['parameters']['query_scope_type'];
        /** @description Scope that the state is for. */
        scope_key?: components['parameters']['query_scope_key'];
      };
      header?: never;
      path: {
        /** @description Name of the agent, 2 to 80 characters. */
        agent_name: components['parameters']['path_agent_name'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentStateOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['agent_state_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  upsert_agent_state: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Name of the agent, 2 to 80 characters. */
        agent_name: components['parameters']['path_agent_name'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "state_payload": {
         *         "last_message": "INBOX-4711"
         *       }
         *     }
         */
        'application/json': components['schemas']['AgentStateUpsertIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentStateOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.revision_conflict'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_agent_states: {
    parameters: {
      query?: {
        /** @description Maximum number of states to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path: {
        /** @description Name of the agent, 2 to 80 characters. */
        agent_name: components['parameters']['path_agent_name'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentStateOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_agent_telemetry: {
    parameters: {
      query: {
        /** @description Name of the agent. */
        agent_name: string;
        /** @description Hours to look back. */
        hours?: components['parameters']['query_hours'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentTelemetrySummary'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  record_agent_telemetry: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "agent_name": "triage-agent",
         *       "event_type": "loop_iteration",
         *       "payload": {
         *         "messages": 3
         *       }
         *     }
         */
        'application/json': components['schemas']['AgentTelemetryIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentTelemetryOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_beliefs: {
    parameters: {
      query?: {
        /** @description Only beliefs of this kind of scope. */
        scope_type?: string | null;
        /** @description Only beliefs about this scope. */
        scope_key?: string | null;
        /** @description Only beliefs with this key. */
        belief_key?: components['parameters']['query_belief_key'];
        /** @description Only beliefs with this status. */
        status?: string | null;
        /** @description Only beliefs held at least so surely. */
        min_confidence?: components['parameters']['query_min_confidence'];
        /** @description Maximum number of beliefs to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BeliefRecordOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_belief: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "belief_statement": "Shops in Berlin answer mail within a day.",
         *       "belief_key": "shops_answer_within_a_day",
         *       "scope_type": "market_city",
         *       "scope_key": "berlin",
         *       "confidence": 0.7,
         *       "evidence_for": [
         *         "41 of 50 messages in January were answered the same day."
         *       ],
         *       "recommended_next_actions": [
         *         "Ask by mail before a verifier goes there."
         *       ]
         *     }
         */
        'application/json': components['schemas']['BeliefRecordCreateIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BeliefRecordOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['belief_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. `already_superseded`: Already superseded. `belief_exists`: Belief exists. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_belief: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the belief. */
        belief_id: components['parameters']['path_belief_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BeliefRecordOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['belief_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  retire_belief: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the belief. */
        belief_id: components['parameters']['path_belief_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Answered mail is measured now."
         *     }
         */
        'application/json': components['schemas']['RetireBeliefIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BeliefRecordOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['belief_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_decisions: {
    parameters: {
      query?: {
        /** @description Only decisions of this category. */
        category?: components['parameters']['query_category'];
        /** @description Only decisions of this author. */
        author_id?: components['parameters']['query_author_id'];
        /** @description Only decisions with this kind of source. */
        source_type?: components['parameters']['query_source_type'];
        /** @description Only decisions with this source. */
        source_id?: components['parameters']['query_source_id'];
        /** @description Only decisions logged after this time. */
        created_after?: string | null;
        /** @description Only decisions logged before this time. */
        created_before?: string | null;
        /** @description Maximum number of decisions to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecisionLogEntryOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  log_decision: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "category": "pricing",
         *       "title": "Keep the express price in Berlin",
         *       "summary": "The express price stays as it is until the end of February.",
         *       "rationale": "Two weeks of figures are too few to raise it.",
         *       "tradeoffs": {
         *         "revenue": "lower for a month",
         *         "trust": "no surprise for customers"
         *       },
         *       "author_type": "person",
         *       "author_id": "founder"
         *     }
         */
        'application/json': components['schemas']['DecisionLogEntryIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecisionLogEntryOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_decision: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the decision. */
        decision_id: components['parameters']['path_decision_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecisionLogEntryOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['decision_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_director_tickets: {
    parameters: {
      query?: {
        /** @description Only tickets with this status. */
        status?: string | null;
        /** @description Only tickets of this plane. */
        owning_plane?: components['parameters']['query_owning_plane'];
        /** @description Only tickets that this plane asked for. */
        requesting_plane?: components['parameters']['query_requesting_plane'];
        /** @description Only tickets of this incident. */
        incident_code?: components['parameters']['query_incident_code'];
        /** @description Only unfinished tickets whose deadline has passed; false: only the others. */
        overdue?: components['parameters']['query_overdue'];
        /** @description Maximum number of tickets to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DirectorTicketOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_director_ticket: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "requesting_plane": "quality",
         *       "owning_plane": "field_operations",
         *       "objective": "Find out why photos in Berlin fail the geofence check.",
         *       "incident_code": "INC-0042",
         *       "verification_requirements": [
         *         "The share of failed photos is below 5 % for a week."
         *       ],
         *       "simulation_gate": {
         *         "scenario": "replay of the failed photos",
         *         "threshold": 0.9
         *       },
         *       "constraints": {
         *         "budget_minor": 20000
         *       },
         *       "deliverable": "A change of the instructions, or of the geofence.",
         *       "deadline": "2027-02-01T00:00:00Z"
         *     }
         */
        'application/json': components['schemas']['DirectorTicketCreateIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DirectorTicketOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `ticket_code_taken`: Ticket code taken. `verification_incomplete`: Verification incomplete. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_director_ticket: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id or code of the director ticket. */
        ticket_id: components['parameters']['path_ticket_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DirectorTicketOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['ticket_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  update_director_ticket: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id or code of the director ticket. */
        ticket_id: components['parameters']['path_ticket_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "done",
         *       "repair_state": "deployed",
         *       "verification_status": "verified",
         *       "verification_evidence": [
         *         {
         *           "requirement": "The share of failed photos is below 5 % for a week.",
         *           "kind": "link",
         *           "reference": "https://figures.example/geofence",
         *           "note": "3.1 % from 12 to 18 January."
         *         }
         *       ],
         *       "simulation_gate": {
         *         "scenario": "replay of the failed photos",
         *         "threshold": 0.9,
         *         "score": 0.97,
         *         "run_reference": "run-7"
         *       },
         *       "response_notes": "The instructions ask to wait for the position now.",
         *       "worker": "field-agent-1"
         *     }
         */
        'application/json': components['schemas']['DirectorTicketUpdateIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DirectorTicketOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['ticket_not_found.not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `lease_held`: Lease held. `invalid_transition`: Invalid transition. `verification_incomplete`: Verification incomplete. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  claim_director_ticket: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "owning_plane": "field_operations",
         *       "worker": "field-agent-1"
         *     }
         */
        'application/json': components['schemas']['ClaimDirectorTicketIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DirectorTicketClaim'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['ticket_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `lease_held`: Lease held. `invalid_transition`: Invalid transition. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  release_director_ticket: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id or code of the director ticket. */
        ticket_id: components['parameters']['path_ticket_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "worker": "field-agent-1",
         *       "note": "Needs somebody who can change the instructions."
         *     }
         */
        'application/json': components['schemas']['ReleaseDirectorTicketIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DirectorTicketOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['ticket_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `lease_held`: Lease held. `invalid_transition`: Invalid transition. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  sandbox_clock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxClock'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  advance_sandbox_clock: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "seconds": 10800
         *     }
         */
        'application/json': components['schemas']['AdvanceSandboxClockIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdvancedSandboxClock'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.clock_limit'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  review_sandbox_job: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "decision": "accept",
         *       "note": "The warning is acceptable."
         *     }
         */
        'application/json': components['schemas']['ReviewSandboxJobIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobSnapshotOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found.step_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `revision_conflict`: Revision conflict. `invalid_transition`: Invalid transition. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_log_proof: {
    parameters: {
      query: {
        /** @description Id of the report. */
        report_id: components['parameters']['query_report_id'];
        /** @description Number of the version. */
        version: number;
        /** @description Size of the tree; omitted for that of the newest checkpoint. */
        tree_size?: components['parameters']['query_tree_size'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LogProof'];
        };
      };
      304: components['responses']['not_modified'];
      404: components['responses']['log_entry_not_found'];
      406: components['responses']['not_acceptable'];
      409: components['responses']['log_size'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_log_consistency: {
    parameters: {
      query: {
        /** @description Size of the earlier tree. */
        from: components['parameters']['query_from'];
        /** @description Size of the later tree; omitted for the newest. */
        to?: components['parameters']['query_to'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LogConsistency'];
        };
      };
      304: components['responses']['not_modified'];
      406: components['responses']['not_acceptable'];
      409: components['responses']['log_size'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  evaluate_adaptive_cadence: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "scope_key": "primary"
         *     }
         */
        'application/json': components['schemas']['AdaptiveCadenceEvaluateIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdaptiveCadenceDecisionOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_adaptive_cadence: {
    parameters: {
      query?: {
        /** @description Cadence to read. */
        scope_key?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdaptiveCadenceDecisionOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_kpi_snapshots: {
    parameters: {
      query: {
        /** @description Kind of the scope: `global`, `market_city` or `service`. */
        scope_type?: string;
        /** @description Key of the market city or service in the catalogue; `default` for all. */
        scope_key?: string;
        /** @description First day. */
        from: string;
        /** @description Last day; at most 400 days in all. */
        to: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DailyKpiSnapshotOut'][];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      409: components['responses']['scope_unknown'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  compute_kpi_snapshot: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "snapshot_date": "2026-01-31"
         *     }
         */
        'application/json': components['schemas']['DailyKpiSnapshotIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DailyKpiSnapshotOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.scope_unknown'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_experiments: {
    parameters: {
      query?: {
        /** @description Only experiments with this status. */
        status?: string | null;
        /** @description Only experiments on this surface. */
        surface?: components['parameters']['query_surface'];
        /** @description Only experiments of this part of the operation. */
        owning_plane?: string | null;
        /** @description Maximum number of experiments to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_experiment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "experiment_id": "berlin-four-offers",
         *       "name": "Four offers at once in Berlin",
         *       "category": "dispatch",
         *       "owning_plane": "operations",
         *       "change_axes": [
         *         "offers_at_once"
         *       ],
         *       "primary_metric_key": "hours_to_assign",
         *       "guardrail_metric_keys": [
         *         "offer_acceptance_rate"
         *       ],
         *       "hypothesis": "With four offers at once, jobs in Berlin are accepted an hour earlier.",
         *       "experiment_surface": "dispatch",
         *       "verification_requirement": "none",
         *       "forbidden_mutation_acknowledged": true,
         *       "market_city": "berlin",
         *       "variants": [
         *         {
         *           "key": "control",
         *           "weight": 50,
         *           "parameters": {
         *             "offers_at_once": 3
         *           }
         *         },
         *         {
         *           "key": "four",
         *           "weight": 50,
         *           "parameters": {
         *             "offers_at_once": 4
         *           }
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['ExperimentCreateIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `experiment_exists`: Experiment exists. `invalid_transition`: Invalid transition. `forbidden_axis`: Forbidden axis. `axis_not_supported`: Axis not supported. `market_city_unknown`: Market city unknown. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_experiment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the experiment, as its creator chose it. */
        experiment_id: components['parameters']['path_experiment_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['experiment_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  move_experiment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the experiment, as its creator chose it. */
        experiment_id: components['parameters']['path_experiment_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "running",
         *       "reason": "The variants were reviewed."
         *     }
         */
        'application/json': components['schemas']['MoveExperimentIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['experiment_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      /** @description `idempotency_key_reused`: Idempotency key reused. `idempotency_in_progress`: Request in progress. `invalid_transition`: Invalid transition. `acknowledgement_missing`: Acknowledgement missing. `baseline_missing`: Baseline missing. `experiment_running`: Experiment running. */
      409: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Retry-After': components['headers']['RetryAfterEqual'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_experiment_assignment: {
    parameters: {
      query: {
        /** @description Key of the unit, such as the id of a job. */
        unit_key: components['parameters']['query_unit_key'];
      };
      header?: never;
      path: {
        /** @description Id of the experiment, as its creator chose it. */
        experiment_id: components['parameters']['path_experiment_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentAssignment'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['experiment_not_found'];
      406: components['responses']['not_acceptable'];
      409: components['responses']['invalid_transition'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_experiment_result: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the experiment, as its creator chose it. */
        experiment_id: components['parameters']['path_experiment_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExperimentResult'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing.test_mode'];
      404: components['responses']['experiment_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_events: {
    parameters: {
      query?: {
        /** @description The seq of the event to start after. An event stream without it starts with new events. */
        after?: components['parameters']['query_after'];
        /** @description Only events of these types, comma-separated; unknown types match nothing. */
        types?: components['parameters']['query_types'];
        /** @description Only events about this job. */
        job_id?: string | null;
        /** @description Maximum number of events to return; an event stream has no limit. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETagOfPage'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventOut'][];
          'text/event-stream': string;
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_event: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the event. */
        event_id: components['parameters']['path_event_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['event_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_webhook_endpoints: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointOut'][];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  create_webhook_endpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://hooks.example.com/verification",
         *       "description": "Order system",
         *       "event_types": [
         *         "job.completed",
         *         "job.failed"
         *       ]
         *     }
         */
        'application/json': components['schemas']['WebhookEndpointIn'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointSecretOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.webhook_limit'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_webhook_endpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook endpoint. */
        endpoint_id: components['parameters']['path_endpoint_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointOut'];
        };
      };
      304: components['responses']['not_modified'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['webhook_endpoint_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  update_webhook_endpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the webhook endpoint. */
        endpoint_id: components['parameters']['path_endpoint_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "paused"
         *     }
         */
        'application/json': components['schemas']['WebhookEndpointUpdateIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['webhook_endpoint_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  list_webhook_deliveries: {
    parameters: {
      query?: {
        /** @description Only deliveries with this status; an unknown status matches none. */
        status?: string | null;
        /** @description Only the delivery of this event. */
        event_id?: components['parameters']['query_event_id'];
        /** @description Maximum number of deliveries to return. */
        limit?: number;
        /** @description Cursor from the Link header of the previous response. */
        cursor?: components['parameters']['query_cursor'];
      };
      header?: never;
      path: {
        /** @description Id of the webhook endpoint. */
        endpoint_id: components['parameters']['path_endpoint_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryOut'][];
        };
      };
      304: components['responses']['not_modified.paged'];
      400: components['responses']['bad_cursor'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['webhook_endpoint_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  delete_webhook_endpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the webhook endpoint. */
        endpoint_id: components['parameters']['path_endpoint_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['webhook_endpoint_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  rotate_webhook_secret: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the webhook endpoint. */
        endpoint_id: components['parameters']['path_endpoint_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointSecretOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['webhook_endpoint_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  test_webhook_endpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the webhook endpoint. */
        endpoint_id: components['parameters']['path_endpoint_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['webhook_endpoint_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  replay_webhook_delivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the webhook delivery. */
        delivery_id: components['parameters']['path_delivery_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['webhook_delivery_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress.invalid_transition'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  replay_webhook_events: {
    parameters: {
      query?: never;
      header?: {
        /** @description Identifies the request; ignored without an API key or a session. A request repeated within 24 hours with the same key, path and body gets the first response unchanged, or 410 (erased) after the erasure of its content. */
        'Idempotency-Key'?: components['parameters']['header_Idempotency-Key'];
      };
      path: {
        /** @description Id of the webhook endpoint. */
        endpoint_id: components['parameters']['path_endpoint_id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "after_seq": 0,
         *       "only_failed": true
         *     }
         */
        'application/json': components['schemas']['WebhookReplayIn'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookReplay'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['webhook_endpoint_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['idempotency_key_reused.idempotency_in_progress'];
      410: components['responses']['erased'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  healthz: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The process is running. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      414: components['responses']['uri_too_long'];
    };
  };
  get_report_pdf: {
    parameters: {
      query?: {
        /** @description Number of the version; omitted for the current one. */
        version?: components['parameters']['query_version'];
      };
      header?: never;
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The PDF. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob;
        };
      };
      /** @description The content has not changed. */
      304: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['api_key_missing.api_key_invalid'];
      403: components['responses']['scope_missing'];
      404: components['responses']['job_not_found.report_not_found.report_version_not_found'];
      406: components['responses']['not_acceptable'];
      410: components['responses']['erased'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_key_set: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key set. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/jwk-set+json': {
            keys: Record<string, never>[];
          };
        };
      };
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
    };
  };
  get_sandbox_key_set: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key set. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/jwk-set+json': {
            keys: Record<string, never>[];
          };
        };
      };
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
      503: components['responses']['unavailable.unlimited'];
    };
  };
  get_report_certificate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The certificate, then those above it, in PEM. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/pem-certificate-chain': string;
        };
      };
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
    };
  };
  get_sandbox_report_certificate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The certificate, then those above it, in PEM. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/pem-certificate-chain': string;
        };
      };
      404: components['responses']['not_found.unlimited'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
      503: components['responses']['unavailable.unlimited'];
    };
  };
  get_console_config: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The configuration. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Version of the interface that the service implements. */
            interface_version: string;
            /** @description Public address of the service, without a slash at its end. */
            base_url: string;
            /** @description How payments are taken: `sandbox` (simulated) or `stripe`. */
            payments: string;
            /** @description Whether a mail server is configured. */
            mail: boolean;
            /** @description Whether test keys can be created. */
            sandbox: boolean;
            /** @description Address of the interface documentation. */
            docs: string;
            /** @description Address of the GraphQL interface. */
            graphql: string;
            /** @description Address of the Model Context Protocol endpoint. */
            mcp: string;
          };
        };
      };
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
    };
  };
  upload_provider_evidence: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "provider_task_token": "eyJhbGciOiJFZERTQSJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl",
         *       "latitude": 52.5219,
         *       "longitude": 13.4132,
         *       "captured_at": "2026-01-31T12:00:00Z",
         *       "notes": "Seen from the square.",
         *       "step_name": "arrival_overview",
         *       "file": "photo.jpg"
         *     }
         */
        'multipart/form-data': {
          /** @description Task token of the assignment. */
          provider_task_token: string;
          /**
           * Format: double
           * @description Latitude of the capture in degrees, WGS 84.
           */
          latitude: number;
          /**
           * Format: double
           * @description Longitude of the capture in degrees, WGS 84.
           */
          longitude: number;
          /**
           * Format: date-time
           * @description Capture time.
           */
          captured_at: string;
          /** @description Accuracy of the position as a radius in metres. It widens the distances that pass by at most 100 m. */
          accuracy_m?: number | null;
          /** @description Size in pixels, as `width x height`, of a photo before the capture page made it smaller. */
          resized_from?: string | null;
          /** @description Description of what the file shows. */
          notes?: string | null;
          /** @description Key of the step shown; defaults to the first required step that has not passed. */
          step_name?: string | null;
          /** @description Replay protection, unique across the service; a used nonce fails the check. */
          nonce?: string | null;
          /** @description SHA-256 of the file as the device computed it, in hex of any case. */
          media_sha256?: string | null;
          /**
           * Format: binary
           * @description JPEG, PNG, WebP, HEIC or PDF of at most 20 MiB, MP4 or MOV of at most 100 MiB. The declared type of the part determines the limit.
           */
          file: Blob;
        };
      };
    };
    responses: {
      /** @description The item is stored, whether or not it passed its checks. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EvidenceSubmitOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['token_invalid'];
      404: components['responses']['step_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['invalid_transition.evidence_limit'];
      410: components['responses']['token_expired'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  upload_capture_evidence: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "capture_token": "eyJhbGciOiJFZERTQSJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl",
         *       "latitude": 52.5219,
         *       "longitude": 13.4132,
         *       "captured_at": "2026-01-31T12:00:00Z",
         *       "notes": "Seen from the square.",
         *       "step_name": "arrival_overview",
         *       "file": "photo.jpg"
         *     }
         */
        'multipart/form-data': {
          /** @description Capture token of the invitation. */
          capture_token: string;
          /**
           * Format: double
           * @description Latitude of the capture in degrees, WGS 84.
           */
          latitude: number;
          /**
           * Format: double
           * @description Longitude of the capture in degrees, WGS 84.
           */
          longitude: number;
          /**
           * Format: date-time
           * @description Capture time.
           */
          captured_at: string;
          /** @description Accuracy of the position as a radius in metres. It widens the distances that pass by at most 100 m. */
          accuracy_m?: number | null;
          /** @description Size in pixels, as `width x height`, of a photo before the capture page made it smaller. */
          resized_from?: string | null;
          /** @description Description of what the file shows. */
          notes?: string | null;
          /** @description Key of the step shown; defaults to the first required step that has not passed. */
          step_name?: string | null;
          /** @description Replay protection, unique across the service; a used nonce fails the check. */
          nonce?: string | null;
          /** @description SHA-256 of the file as the device computed it, in hex of any case. */
          media_sha256?: string | null;
          /**
           * Format: binary
           * @description JPEG, PNG, WebP, HEIC or PDF of at most 20 MiB, MP4 or MOV of at most 100 MiB. The declared type of the part determines the limit.
           */
          file: Blob;
        };
      };
    };
    responses: {
      /** @description The item is stored, whether or not it passed its checks. */
      201: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'Idempotent-Replayed': components['headers']['IdempotentReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EvidenceSubmitOut'];
        };
      };
      400: components['responses']['bad_request'];
      401: components['responses']['token_invalid'];
      404: components['responses']['step_not_found'];
      406: components['responses']['not_acceptable'];
      408: components['responses']['request_timeout'];
      409: components['responses']['invalid_transition.evidence_limit'];
      410: components['responses']['token_expired'];
      413: components['responses']['payload_too_large'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  read_media: {
    parameters: {
      query?: {
        /** @description 640: the picture as an upright JPEG without metadata, its longer side at most 640 pixels. Appended to media_url; the link remains valid. */
        preview?: components['parameters']['query_preview'];
      };
      header?: never;
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
        /** @description Id of the evidence item. */
        evidence_id: components['parameters']['path_evidence_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob;
        };
      };
      /** @description The requested range. */
      206: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          'Content-Range': components['headers']['ContentRange'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob;
        };
      };
      /** @description The file has not changed. */
      304: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          [name: string]: unknown;
        };
        content?: never;
      };
      404: components['responses']['not_found.unlimited'];
      410: components['responses']['token_expired.erased.unlimited'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type.unlimited'];
      416: components['responses']['range_not_satisfiable.unlimited'];
      422: components['responses']['validation_failed.unlimited'];
      429: components['responses']['rate_limited.unlimited'];
      503: components['responses']['unavailable.unlimited'];
    };
  };
  read_sandbox_media: {
    parameters: {
      query?: {
        /** @description 640: the picture as an upright JPEG without metadata, its longer side at most 640 pixels. Appended to media_url; the link remains valid. */
        preview?: components['parameters']['query_preview'];
      };
      header?: never;
      path: {
        /** @description Id of the job. */
        job_id: components['parameters']['path_job_id'];
        /** @description Id of the evidence item. */
        evidence_id: components['parameters']['path_evidence_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob;
        };
      };
      /** @description The requested range. */
      206: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          'Content-Range': components['headers']['ContentRange'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob;
        };
      };
      /** @description The file has not changed. */
      304: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          [name: string]: unknown;
        };
        content?: never;
      };
      404: components['responses']['not_found.unlimited'];
      410: components['responses']['token_expired.erased.unlimited'];
      414: components['responses']['uri_too_long'];
      415: components['responses']['unsupported_media_type.unlimited'];
      416: components['responses']['range_not_satisfiable.unlimited'];
      422: components['responses']['validation_failed.unlimited'];
      429: components['responses']['rate_limited.unlimited'];
      503: components['responses']['unavailable.unlimited'];
    };
  };
  get_site_check_report_pdf: {
    parameters: {
      query: {
        /** @description Access token returned when the site check was requested. */
        access_token: components['parameters']['query_access_token'];
        /** @description Number of the version; omitted for the current one. */
        version?: components['parameters']['query_version'];
      };
      header?: never;
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The PDF. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob;
        };
      };
      /** @description The content has not changed. */
      304: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      403: components['responses']['test_mode'];
      404: components['responses']['site_check_not_found.report_not_found.report_version_not_found'];
      406: components['responses']['not_acceptable'];
      410: components['responses']['erased'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  get_customer_request_report_pdf: {
    parameters: {
      query?: {
        /** @description Number of the version; omitted for the current one. */
        version?: components['parameters']['query_version'];
      };
      header?: never;
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The PDF. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob;
        };
      };
      /** @description The content has not changed. */
      304: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['session_missing.session_invalid'];
      403: components['responses']['origin_refused.test_mode'];
      404: components['responses']['site_check_not_found.report_not_found.report_version_not_found'];
      406: components['responses']['not_acceptable'];
      414: components['responses']['uri_too_long'];
      422: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal_error'];
      503: components['responses']['unavailable'];
    };
  };
  read_signed_report_cover: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The cover. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            request_id?: string;
            version_number?: number;
            report_title?: string | null;
            objective?: string;
            address?: string;
            status?: string;
            summary?: string;
            completed_at?: string;
            generated_at?: string;
            current_version?: number | null;
            versions?: {
              version_number?: number;
              generated_at?: string;
              change_summary_text?: string | null;
              withdrawn_at?: string | null;
              withdraw_reason?: string | null;
            }[];
          };
        };
      };
      403: components['responses']['test_mode.unlimited'];
      404: components['responses']['not_found.unlimited'];
      410: components['responses']['token_expired.erased.unlimited'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
      500: components['responses']['internal_error.unlimited'];
      503: components['responses']['unavailable.unlimited'];
    };
  };
  read_signed_report: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report version that the link names. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicSiteCheckReportOut'];
        };
      };
      /** @description The content has not changed. */
      304: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      403: components['responses']['test_mode.unlimited'];
      404: components['responses']['not_found.unlimited'];
      410: components['responses']['token_expired.unlimited'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
      500: components['responses']['internal_error.unlimited'];
      503: components['responses']['unavailable.unlimited'];
    };
  };
  read_signed_report_pdf: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the site check. */
        request_id: components['parameters']['path_request_id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The PDF. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob;
        };
      };
      /** @description The content has not changed. */
      304: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      403: components['responses']['test_mode.unlimited'];
      404: components['responses']['not_found.unlimited'];
      410: components['responses']['token_expired.unlimited'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
      500: components['responses']['internal_error.unlimited'];
      503: components['responses']['unavailable.unlimited'];
    };
  };
  get_log_checkpoint: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The checkpoint. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
    };
  };
  get_log_key: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The verifier key. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
    };
  };
  get_log_tile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Level of the tile from the leaves up, or `entries`. */
        level: components['parameters']['path_level'];
        /** @description Number of the tile on its level, in groups of three digits, with its width where it is not full. */
        number: components['parameters']['path_number'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tile. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      404: components['responses']['not_found.unlimited'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
    };
  };
  get_sandbox_log_checkpoint: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The checkpoint. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      404: components['responses']['not_found.unlimited'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
      503: components['responses']['unavailable.unlimited'];
    };
  };
  get_sandbox_log_key: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The verifier key. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      404: components['responses']['not_found.unlimited'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
      503: components['responses']['unavailable.unlimited'];
    };
  };
  get_sandbox_log_tile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Level of the tile from the leaves up, or `entries`. */
        level: components['parameters']['path_level'];
        /** @description Number of the tile on its level, in groups of three digits, with its width where it is not full. */
        number: components['parameters']['path_number'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tile. */
      200: {
        headers: {
          'Request-Id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      404: components['responses']['not_found.unlimited'];
      414: components['responses']['uri_too_long'];
      429: components['responses']['rate_limited.unlimited'];
      503: components['responses']['unavailable.unlimited'];
    };
  };
  receive_event: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the event, the same in every attempt. */
        'webhook-id': string;
        /** @description Unix time of the attempt, in seconds. */
        'webhook-timestamp': string;
        /** @description `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` under the secret of the endpoint; one for each valid secret, separated by a space. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description The event; a test has the type `webhook.test` and the `seq` 0. */
    requestBody: {
      content: {
        'application/json': components['schemas']['EventOut'];
      };
    };
    responses: {
      /** @description Any 2xx within 15 seconds takes the event. After any other answer it is posted again later; 410 disables the endpoint. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
