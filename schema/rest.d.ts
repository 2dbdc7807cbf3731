export interface paths {
    "/v1/operator/email/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_mails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/email/mails/{mail_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_mail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/email/mails/{mail_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retry_mail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_jobs"];
        put?: never;
        post: operations["create_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["create_jobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_job"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["update_job"];
        trace?: never;
    };
    "/v1/jobs/{job_id}/requester-feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submit_requester_feedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_jobs_to_review"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["open_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancel_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["assign_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["review_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/job-schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_job_schedules"];
        put?: never;
        post: operations["create_job_schedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/job-schedules/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_job_schedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/job-schedules/{schedule_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pause_job_schedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/job-schedules/{schedule_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resume_job_schedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/job-schedules/{schedule_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancel_job_schedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture/task": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["capture_task"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_evidence"];
        put?: never;
        post: operations["submit_evidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/provider/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["release_task"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_answers"];
        put?: never;
        post: operations["submit_answers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/provider/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submit_provider_answers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submit_capture_answers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/reality-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["create_reality_report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["search_places"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/places/at": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["describe_place"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/serviceability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_serviceability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["services"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_site_check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["update_site_check_contact"];
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_site_check_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/site-checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_site_checks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["request_site_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/select-offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["select_site_check_offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["create_checkout_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/self-service-capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["start_self_service_capture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/requester-feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submit_site_check_feedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancel_site_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["customer_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["register_customer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["login_customer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["logout_customer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/auth/confirm-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirm_customer_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/auth/resend-confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resend_customer_confirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["request_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/auth/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reset_customer_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["change_customer_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["update_customer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/customers/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_customer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_customers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_customer_request"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_customer_requests"];
        put?: never;
        post: operations["create_customer_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_customer_request_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/self-service-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["create_self_service_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["claim_customer_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/select-offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["select_customer_request_offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["create_customer_checkout_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/self-service-capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["start_customer_capture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/requester-feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submit_customer_request_feedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancel_customer_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/share-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_share_links"];
        put?: never;
        post: operations["create_share_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/share-links/{share_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revoke_share_link"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/share-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_customer_share_links"];
        put?: never;
        post: operations["create_customer_share_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/share-links/{share_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revoke_customer_share_link"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/self-service-invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_self_service_invites"];
        put?: never;
        post: operations["create_self_service_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/self-service/invites/{invite_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_self_service_invite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/self-service/invites/{invite_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resend_self_service_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/self-service/invites/{invite_id}/reassign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reassign_self_service_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/self-service/invites/{invite_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revoke_self_service_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/reality-report/deliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deliver_reality_report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/reality-report/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["withdraw_reality_report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/email/inbox/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_email_messages"];
        put?: never;
        post: operations["ingest_email_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/email/inbox/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_email_message"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/email/inbox/messages/{message_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["set_email_message_status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/email/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_email_inbox_policy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/email/inbox/messages/{message_id}/reply-draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["draft_email_reply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/email/outbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["send_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_providers"];
        put?: never;
        post: operations["create_provider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/providers/{provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_provider"];
        put?: never;
        post: operations["update_provider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/providers/{provider_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["erase_provider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/jobs/{job_id}/dispatch-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["start_dispatch_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/dispatch-runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancel_dispatch_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/dispatch-runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_dispatch_run"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/dispatch-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_dispatch_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/provider/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_provider_offer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/provider/offer/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["accept_provider_offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/provider/offer/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["decline_provider_offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_customer_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["erase_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["erase_site_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/account/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["erase_customer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/customers/{account_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["erase_customer_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/agents/action-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_agent_action_events"];
        put?: never;
        post: operations["record_agent_action"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/agents/{agent_name}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_agent_state"];
        put?: never;
        post: operations["upsert_agent_state"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/agents/{agent_name}/states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_agent_states"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/agents/telemetry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_agent_telemetry"];
        put?: never;
        post: operations["record_agent_telemetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/beliefs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_beliefs"];
        put?: never;
        post: operations["create_belief"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/beliefs/{belief_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_belief"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/beliefs/{belief_id}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retire_belief"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_decisions"];
        put?: never;
        post: operations["log_decision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/decisions/{decision_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_decision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/director-tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_director_tickets"];
        put?: never;
        post: operations["create_director_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/director-tickets/{ticket_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_director_ticket"];
        put?: never;
        post: operations["update_director_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/director-ticket-claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["claim_director_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/director-tickets/{ticket_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["release_director_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["sandbox_clock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["advance_sandbox_clock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/jobs/{job_id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["review_sandbox_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/log/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_log_proof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/log/consistency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_log_consistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/adaptive-cadence/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["evaluate_adaptive_cadence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/adaptive-cadence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_adaptive_cadence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/kpi-snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_kpi_snapshots"];
        put?: never;
        post: operations["compute_kpi_snapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_experiments"];
        put?: never;
        post: operations["create_experiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/experiments/{experiment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_experiment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/experiments/{experiment_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["move_experiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/experiments/{experiment_id}/assignment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_experiment_assignment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/experiments/{experiment_id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_experiment_result"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/push-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_push_key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/push-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["create_site_check_push_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/push-subscriptions/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["delete_site_check_push_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/push-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["create_customer_push_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/push-subscriptions/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["delete_customer_push_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/push-subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["create_operator_push_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operator/push-subscriptions/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["delete_operator_push_subscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_webhook_endpoints"];
        put?: never;
        post: operations["create_webhook_endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_webhook_endpoint"];
        put?: never;
        post: operations["update_webhook_endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_webhook_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["delete_webhook_endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotate_webhook_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["test_webhook_endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replay_webhook_delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replay_webhook_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{job_id}/report.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_report_pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_key_set"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/sandbox-jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_sandbox_key_set"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/report-signing.pem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_report_certificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/sandbox-report-signing.pem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_sandbox_report_certificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_console_config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/provider/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["upload_provider_evidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["upload_capture_evidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{job_id}/{evidence_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["read_media"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/media/{job_id}/{evidence_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["read_sandbox_media"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/site-checks/{request_id}/report.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_site_check_report_pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer/requests/{request_id}/report.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_customer_request_report_pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{request_id}/cover.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["read_signed_report_cover"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{request_id}/report.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["read_signed_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{request_id}/report.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["read_signed_report_pdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_log_checkpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_log_key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/tile/{level}/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_log_tile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_sandbox_log_checkpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/log/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_sandbox_log_key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/log/tile/{level}/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get_sandbox_log_tile"];
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
        post: operations["receive_event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Mail: {
            mail_id: string;
            kind: string;
            channel: string;
            status: string;
            to: string | null;
            subject: string | null;
            actor: string | null;
            about: components["schemas"]["MailAbout"];
            attempts: number;
            last_error: string | null;
            message_id: string;
            provider_message_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            due_at: string | null;
            /** Format: date-time */
            sent_at: string | null;
        };
        MailAbout: {
            customer_id: string | null;
            request_id: string | null;
            job_id: string | null;
            session_id: string | null;
            invite_id: string | null;
            run_id: string | null;
            thread_id: string | null;
            provider_id: string | null;
            delivery_id: string | null;
            version_number: number | null;
            inbox_message_id: string | null;
        };
        JobCreatedOut: {
            job_id: string;
            status: string;
            test_mode: boolean;
            status_reason: string | null;
            service_key: string | null;
            objective: string;
            address: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            notes: string;
            reference_photos: string[];
            nonce: string;
            metadata: {
                [key: string]: unknown;
            };
            auto_open: boolean;
            intake_source: string;
            execution_mode: string;
            request_id: string | null;
            schedule_id: string | null;
            steps: components["schemas"]["StepOut"][];
            questions: components["schemas"]["Question"][];
            answers: components["schemas"]["Answer"][];
            warnings: components["schemas"]["JobWarning"][];
            evidence_count: number;
            report: components["schemas"]["PublicReportStateOut"];
            feedback: components["schemas"]["FeedbackSummary"];
            revision: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            opened_at: string | null;
            /** Format: date-time */
            assigned_at: string | null;
            /** Format: date-time */
            submitted_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
        };
        StepOut: {
            step_name: string;
            label: string;
            status: string;
            required: boolean;
            instructions: string;
            evidence_ids: string[];
            validation_errors: string[];
            /** Format: date-time */
            completed_at: string | null;
        };
        Question: {
            question_key: string;
            label: string;
            help: string | null;
            kind: string;
            options: components["schemas"]["QuestionOption"][];
            unit: string | null;
            /** Format: double */
            minimum: number | null;
            /** Format: double */
            maximum: number | null;
            decimals: number | null;
            required: boolean;
            step_name: string | null;
            show_when: components["schemas"]["ShowWhen"] | null;
            evidence_when: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            comment_when: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            flag_when: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
        };
        QuestionOption: {
            key: string;
            label: string;
        };
        ShowWhen: {
            question_key: string;
            values: ({
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null)[];
        };
        Answer: {
            question_key: string;
            revision: number;
            value: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            cannot_tell: boolean;
            reason: string | null;
            comment: string | null;
            evidence_ids: string[];
            answered_by: string;
            /** Format: date-time */
            answered_at: string;
            /** Format: date-time */
            received_at: string;
            flagged: boolean;
            confirmed_by: string | null;
            /** Format: date-time */
            confirmed_at: string | null;
            confirmation_reason: string | null;
        };
        JobWarning: {
            code: string;
            message: string;
        };
        PublicReportStateOut: {
            status: string;
            report_id: string | null;
            version_number: number | null;
            version_count: number;
            /** Format: date-time */
            generated_at: string | null;
            /** Format: date-time */
            delivered_at: string | null;
            report_url: string | null;
            pdf_export_url: string | null;
        };
        FeedbackSummary: {
            count: number;
            last_rating: number | null;
            last_verdict: string | null;
            /** Format: date-time */
            last_at: string | null;
        };
        JobBatch: {
            results: components["schemas"]["BatchItemResult"][];
        };
        BatchItemResult: {
            status: string;
            job: components["schemas"]["JobSnapshotOut"] | null;
            error: {
                [key: string]: unknown;
            } | null;
        };
        JobSnapshotOut: {
            job_id: string;
            status: string;
            test_mode: boolean;
            status_reason: string | null;
            service_key: string | null;
            objective: string;
            address: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            notes: string;
            reference_photos: string[];
            nonce: string;
            metadata: {
                [key: string]: unknown;
            };
            auto_open: boolean;
            intake_source: string;
            execution_mode: string;
            request_id: string | null;
            schedule_id: string | null;
            steps: components["schemas"]["StepOut"][];
            questions: components["schemas"]["Question"][];
            answers: components["schemas"]["Answer"][];
            warnings: components["schemas"]["JobWarning"][];
            evidence_count: number;
            report: components["schemas"]["PublicReportStateOut"];
            feedback: components["schemas"]["FeedbackSummary"];
            revision: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            opened_at: string | null;
            /** Format: date-time */
            assigned_at: string | null;
            /** Format: date-time */
            submitted_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
        };
        RequesterFeedbackOut: {
            feedback_id: string;
            job_id: string;
            job_status: string;
            accepted: boolean;
            rating: number | null;
            verdict: string | null;
            comment: string | null;
            step_names: string[];
            report_version: number | null;
            message: string;
            /** Format: date-time */
            created_at: string;
        };
        AssignedJob: {
            job: components["schemas"]["JobSnapshotOut"];
            task_token: string;
            capture_url: string;
            /** Format: date-time */
            expires_at: string;
        };
        JobScheduleOut: {
            schedule_id: string;
            status: string;
            job: components["schemas"]["JobTemplateOut"];
            rrule: string;
            starts_at: string;
            time_zone: string;
            next_dates: string[];
            /** Format: date-time */
            last_date: string | null;
            last_job_id: string | null;
            last_error: components["schemas"]["JobScheduleError"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        JobTemplateOut: {
            service_key: string | null;
            objective: string;
            address: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            notes: string;
            reference_photos: string[];
            auto_open: boolean;
            metadata: {
                [key: string]: unknown;
            };
            questions: components["schemas"]["Question"][] | null;
            objective_kind: string | null;
            questions_required: boolean | null;
        };
        JobScheduleError: {
            /** Format: date-time */
            at: string;
            code: string;
            detail: string;
        };
        CaptureTask: {
            job_id: string;
            job_status: string;
            objective: string;
            address: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            notes: string;
            reference_photos: string[];
            more_comment: string | null;
            geofence: components["schemas"]["Geofence"];
            steps: components["schemas"]["StepOut"][];
            questions: components["schemas"]["Question"][];
            answers: components["schemas"]["Answer"][];
            missing_keys: string[];
            evidence: components["schemas"]["CaptureTaskEvidence"][];
            kind: string;
            assignee_name: string;
            /** Format: date-time */
            expires_at: string;
        };
        Geofence: {
            pass_m: number;
            warn_m: number;
        };
        CaptureTaskEvidence: {
            evidence_id: string;
            step_name: string;
            validation_passed: boolean;
        };
        EvidenceSubmitOut: {
            job_id: string;
            step_name: string;
            validation_passed: boolean;
            validation_errors: string[];
            job_status: string;
        };
        ReleasedTask: {
            job_id: string;
            job_status: string;
        };
        AnswerSubmission: {
            job_id: string;
            job_status: string;
            answers: components["schemas"]["Answer"][];
            missing_keys: string[];
        };
        RealityReportOut: {
            schema_version: string;
            report_id: string;
            version_number: number;
            is_current: boolean;
            request_id: string | null;
            job_id: string;
            service_key: string | null;
            service_label: string | null;
            report_title: string | null;
            template_name: string | null;
            template_version: string | null;
            objective: string;
            address: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            status: string;
            /** Format: date-time */
            completed_at: string;
            /** Format: date-time */
            generated_at: string;
            summary: string;
            requester_verdict: components["schemas"]["ReportRequesterVerdict"] | null;
            headline: components["schemas"]["ReportHeadline"] | null;
            answers: components["schemas"]["ReportAnswer"][] | null;
            limitations: string[];
            evidence_links: string[];
            evidence_items: components["schemas"]["PublicReportEvidenceItemOut"][];
            steps: components["schemas"]["StepOut"][];
            report_url: string;
            pdf_export_url: string;
            change_summary: components["schemas"]["PublicReportChangeSummaryOut"] | null;
            /** Format: date-time */
            first_viewed_at: string | null;
            /** Format: date-time */
            last_viewed_at: string | null;
            /** Format: date-time */
            first_pdf_exported_at: string | null;
            /** Format: date-time */
            last_pdf_exported_at: string | null;
            view_count: number;
            pdf_export_count: number;
            versions: components["schemas"]["PublicReportVersionOut"][];
            integrity: components["schemas"]["ReportIntegrity"];
            report_status: string;
            created: boolean;
            metadata: {
                [key: string]: unknown;
            } | null;
            previous_report_id: string | null;
            previous_job_id: string | null;
        };
        ReportRequesterVerdict: {
            verdict: string;
            /** Format: date-time */
            at: string;
        };
        ReportHeadline: {
            question: string;
            answer: string | null;
            answered_by: string | null;
            /** Format: date-time */
            answered_at: string | null;
            confirmed_by: string | null;
            evidence_id: string | null;
        };
        ReportAnswer: {
            question_key: string;
            question: string;
            kind: string;
            value: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            cannot_tell: boolean;
            text: string;
            reason: string | null;
            comment: string | null;
            evidence_ids: string[];
            answered_by: string;
            /** Format: date-time */
            answered_at: string;
            /** Format: date-time */
            received_at: string;
            flagged: boolean;
            revision: number;
            confirmed_by: string | null;
            /** Format: date-time */
            confirmed_at: string | null;
            confirmation_reason: string | null;
            corrected: components["schemas"]["CorrectedAnswer"] | null;
        };
        CorrectedAnswer: {
            value: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            cannot_tell: boolean;
            text: string;
            reason: string | null;
            comment: string | null;
            answered_by: string;
            /** Format: date-time */
            answered_at: string;
        };
        PublicReportEvidenceItemOut: {
            evidence_id: string;
            step_name: string;
            media_url: string;
            media_sha256: string;
            media_type: string;
            size_bytes: number;
            /** Format: double */
            latitude: number | null;
            /** Format: double */
            longitude: number | null;
            /** Format: double */
            distance_m: number | null;
            /** Format: date-time */
            captured_at: string;
            /** Format: date-time */
            received_at: string;
            notes: string | null;
            validation_passed: boolean;
            validation_errors: string[];
            checks: components["schemas"]["Check"][];
            source: string;
        };
        Check: {
            name: string;
            result: string;
            measured: string | null;
            threshold: string | null;
            message: string;
        };
        PublicReportChangeSummaryOut: {
            from_version: number;
            to_version: number;
            reason: string;
            summary: string;
            evidence_added: string[];
            evidence_removed: string[];
            steps_changed: string[];
            changes: components["schemas"]["ReportChange"][];
        };
        ReportChange: {
            path: string;
            kind: string;
            before: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            after: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
        };
        PublicReportVersionOut: {
            report_id: string;
            version_number: number;
            is_current: boolean;
            status: string;
            /** Format: date-time */
            generated_at: string;
            content_sha256: string;
            report_url: string;
            pdf_export_url: string;
            change_summary_text: string | null;
        };
        ReportIntegrity: {
            algorithm: string;
            content_sha256: string;
            previous_sha256: string | null;
            signature: string;
            key_id: string;
            /** Format: date-time */
            signed_at: string;
            pdf: components["schemas"]["ReportPdfIntegrity"] | null;
            timestamp: components["schemas"]["ReportTimestamp"] | null;
            log: components["schemas"]["ReportLogReceipt"] | null;
        };
        ReportPdfIntegrity: {
            sha256: string;
            signature: string;
        };
        ReportTimestamp: {
            /** Format: date-time */
            time: string;
            authority: string;
            token: string;
        };
        ReportLogReceipt: {
            origin: string;
            leaf_index: number;
            tree_size: number;
            inclusion_proof: string[];
            checkpoint: string;
        };
        PlaceListOut: {
            places: components["schemas"]["PlaceOut"][];
            attribution: components["schemas"]["PlaceAttributionOut"][];
        };
        PlaceOut: {
            label: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            kind: string;
            country: string | null;
            time_zone: string | null;
            distance_m: number | null;
            source: string;
        };
        PlaceAttributionOut: {
            text: string;
            url: string;
        };
        PublicServiceabilityGuidanceOut: {
            serviceable: boolean;
            level: string;
            message: string;
            reasons: string[];
            market_city: string;
            market_city_key: string;
            /** Format: double */
            distance_km: number;
            estimated_hours_min: number | null;
            estimated_hours_max: number | null;
            suggested_execution_mode: string | null;
        };
        CatalogueService: {
            service_key: string;
            label: string;
            steps: components["schemas"]["ServiceStep"][];
            questions: components["schemas"]["Question"][];
        };
        ServiceStep: {
            step_name: string;
            label: string;
            required: boolean;
            instructions: string;
        };
        PublicSiteCheckStatusOut: {
            request_id: string;
            job_id: string;
            execution_mode: string;
            intake_source: string;
            service_key: string | null;
            status: string;
            payment_status: string;
            quote_status: string;
            message: string;
            language: string;
            /** Format: date-time */
            submitted_at: string;
            quote: components["schemas"]["PublicSiteCheckQuoteOut"] | null;
            serviceability: components["schemas"]["PublicServiceabilityGuidanceOut"] | null;
            selected_offer: components["schemas"]["PublicSelectedOfferOut"] | null;
            checkout: components["schemas"]["PublicCheckoutStateOut"] | null;
            report: components["schemas"]["PublicReportStateOut"];
            self_service: components["schemas"]["SelfServiceInviteSummaryOut"] | null;
            questions: components["schemas"]["Question"][];
            answers: components["schemas"]["Answer"][];
            warnings: components["schemas"]["JobWarning"][];
            objective: string;
            address: string;
            /** Format: date-time */
            updated_at: string;
        };
        PublicSiteCheckQuoteOut: {
            quote_id: string;
            status: string;
            currency: string;
            offers: components["schemas"]["Offer"][];
            message: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        Offer: {
            offer_key: string;
            label: string;
            description: string;
            execution_mode: string;
            amount_minor: number | null;
            currency: string;
            turnaround_hours: number;
            includes: string[];
            recommended: boolean;
            available: boolean;
        };
        PublicSelectedOfferOut: {
            offer_key: string;
            label: string;
            amount_minor: number;
            currency: string;
            execution_mode: string;
            turnaround_hours: number;
            quote_id: string;
            /** Format: date-time */
            selected_at: string;
        };
        PublicCheckoutStateOut: {
            status: string;
            session_id: string;
            checkout_url: string | null;
            amount_minor: number;
            currency: string;
            provider: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            paid_at: string | null;
            failure_reason: string | null;
        };
        SelfServiceInviteSummaryOut: {
            invite_id: string;
            capture_session_id: string;
            status: string;
            channel: string;
            invitee_name: string;
            invitee_role: string | null;
            preferred_language: string | null;
            language: string;
            operator_name: string | null;
            session_state: string | null;
            delivery_status: string | null;
            delivery_error: string | null;
            request_id: string;
            job_id: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            sent_at: string | null;
            /** Format: date-time */
            opened_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            invalidated_at: string | null;
            can_resend: boolean;
            can_reassign: boolean;
        };
        PublicSiteCheckReportOut: {
            schema_version: string;
            report_id: string;
            version_number: number;
            is_current: boolean;
            request_id: string | null;
            job_id: string;
            service_key: string | null;
            service_label: string | null;
            report_title: string | null;
            template_name: string | null;
            template_version: string | null;
            objective: string;
            address: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            status: string;
            /** Format: date-time */
            completed_at: string;
            /** Format: date-time */
            generated_at: string;
            summary: string;
            requester_verdict: components["schemas"]["ReportRequesterVerdict"] | null;
            headline: components["schemas"]["ReportHeadline"] | null;
            answers: components["schemas"]["ReportAnswer"][] | null;
            limitations: string[];
            evidence_links: string[];
            evidence_items: components["schemas"]["PublicReportEvidenceItemOut"][];
            steps: components["schemas"]["StepOut"][];
            report_url: string;
            pdf_export_url: string;
            change_summary: components["schemas"]["PublicReportChangeSummaryOut"] | null;
            /** Format: date-time */
            first_viewed_at: string | null;
            /** Format: date-time */
            last_viewed_at: string | null;
            /** Format: date-time */
            first_pdf_exported_at: string | null;
            /** Format: date-time */
            last_pdf_exported_at: string | null;
            view_count: number;
            pdf_export_count: number;
            versions: components["schemas"]["PublicReportVersionOut"][];
            integrity: components["schemas"]["ReportIntegrity"];
            report_status: string;
            created: boolean;
            metadata: {
                [key: string]: unknown;
            } | null;
            previous_report_id: string | null;
            previous_job_id: string | null;
        };
        PublicSiteCheckRequestOut: {
            request_id: string;
            job_id: string;
            execution_mode: string;
            intake_source: string;
            service_key: string | null;
            status: string;
            payment_status: string;
            quote_status: string;
            message: string;
            language: string;
            /** Format: date-time */
            submitted_at: string;
            quote: components["schemas"]["PublicSiteCheckQuoteOut"] | null;
            serviceability: components["schemas"]["PublicServiceabilityGuidanceOut"] | null;
            selected_offer: components["schemas"]["PublicSelectedOfferOut"] | null;
            checkout: components["schemas"]["PublicCheckoutStateOut"] | null;
            report: components["schemas"]["PublicReportStateOut"];
            self_service: components["schemas"]["SelfServiceInviteSummaryOut"] | null;
            access_token: string;
        };
        StartedCapture: {
            capture_url: string;
            capture_token: string;
            /** Format: date-time */
            expires_at: string;
        };
        CustomerAuthSessionOut: {
            authenticated: boolean;
            account: components["schemas"]["CustomerAccountOut"];
        };
        CustomerAccountOut: {
            account_id: string;
            email: string;
            full_name: string;
            phone: string | null;
            language: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_login_at: string | null;
        };
        PasswordResetReceipt: {
            accepted: boolean;
        };
        CustomerRequestStatusOut: {
            request_id: string;
            job_id: string;
            execution_mode: string;
            intake_source: string;
            service_key: string | null;
            status: string;
            payment_status: string;
            quote_status: string;
            message: string;
            language: string;
            /** Format: date-time */
            submitted_at: string;
            quote: components["schemas"]["PublicSiteCheckQuoteOut"] | null;
            serviceability: components["schemas"]["PublicServiceabilityGuidanceOut"] | null;
            selected_offer: components["schemas"]["PublicSelectedOfferOut"] | null;
            checkout: components["schemas"]["PublicCheckoutStateOut"] | null;
            report: components["schemas"]["PublicReportStateOut"];
            self_service: components["schemas"]["SelfServiceInviteSummaryOut"] | null;
            questions: components["schemas"]["Question"][];
            answers: components["schemas"]["Answer"][];
            warnings: components["schemas"]["JobWarning"][];
            objective: string;
            address: string;
            /** Format: date-time */
            updated_at: string;
            account: components["schemas"]["CustomerAccountOut"];
        };
        CustomerRequestListOut: {
            total: number;
            items: components["schemas"]["CustomerRequestSummaryOut"][];
        };
        CustomerRequestSummaryOut: {
            request_id: string;
            job_id: string;
            execution_mode: string;
            intake_source: string;
            service_key: string | null;
            objective: string;
            address: string;
            status: string;
            payment_status: string;
            quote_status: string;
            report_status: string;
            /** Format: date-time */
            submitted_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CustomerRequestReportOut: {
            schema_version: string;
            report_id: string;
            version_number: number;
            is_current: boolean;
            request_id: string | null;
            job_id: string;
            service_key: string | null;
            service_label: string | null;
            report_title: string | null;
            template_name: string | null;
            template_version: string | null;
            objective: string;
            address: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            status: string;
            /** Format: date-time */
            completed_at: string;
            /** Format: date-time */
            generated_at: string;
            summary: string;
            requester_verdict: components["schemas"]["ReportRequesterVerdict"] | null;
            headline: components["schemas"]["ReportHeadline"] | null;
            answers: components["schemas"]["ReportAnswer"][] | null;
            limitations: string[];
            evidence_links: string[];
            evidence_items: components["schemas"]["PublicReportEvidenceItemOut"][];
            steps: components["schemas"]["StepOut"][];
            report_url: string;
            pdf_export_url: string;
            change_summary: components["schemas"]["PublicReportChangeSummaryOut"] | null;
            /** Format: date-time */
            first_viewed_at: string | null;
            /** Format: date-time */
            last_viewed_at: string | null;
            /** Format: date-time */
            first_pdf_exported_at: string | null;
            /** Format: date-time */
            last_pdf_exported_at: string | null;
            view_count: number;
            pdf_export_count: number;
            versions: components["schemas"]["PublicReportVersionOut"][];
            integrity: components["schemas"]["ReportIntegrity"];
            report_status: string;
            created: boolean;
            account: components["schemas"]["CustomerAccountOut"];
        };
        CustomerRequestCreateOut: {
            request_id: string;
            job_id: string;
            execution_mode: string;
            intake_source: string;
            service_key: string | null;
            status: string;
            payment_status: string;
            quote_status: string;
            message: string;
            language: string;
            /** Format: date-time */
            submitted_at: string;
            quote: components["schemas"]["PublicSiteCheckQuoteOut"] | null;
            serviceability: components["schemas"]["PublicServiceabilityGuidanceOut"] | null;
            selected_offer: components["schemas"]["PublicSelectedOfferOut"] | null;
            checkout: components["schemas"]["PublicCheckoutStateOut"] | null;
            report: components["schemas"]["PublicReportStateOut"];
            self_service: components["schemas"]["SelfServiceInviteSummaryOut"] | null;
            account: components["schemas"]["CustomerAccountOut"];
            access_token: string;
        };
        ShareLinkOut: {
            share_id: string;
            url: string;
            /** Format: date-time */
            expires_at: string;
            views: number;
            /** Format: date-time */
            revoked_at: string | null;
        };
        CustomerSelfServiceInviteOut: {
            invite_id: string;
            capture_session_id: string;
            status: string;
            channel: string;
            invitee_name: string;
            invitee_role: string | null;
            preferred_language: string | null;
            language: string;
            operator_name: string | null;
            session_state: string | null;
            delivery_status: string | null;
            delivery_error: string | null;
            request_id: string;
            job_id: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            sent_at: string | null;
            /** Format: date-time */
            opened_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            invalidated_at: string | null;
            can_resend: boolean;
            can_reassign: boolean;
            invitee_phone: string | null;
            invitee_email: string | null;
            capture_url: string;
        };
        DeliverRealityReportOut: {
            job_id: string;
            request_id: string;
            report_id: string;
            version_number: number;
            job_status: string;
            report_status: string;
            /** Format: date-time */
            report_generated_at: string | null;
            /** Format: date-time */
            report_delivered_at: string | null;
            delivery_channel: string;
            email_delivery_status: string;
            email_delivery_error: string | null;
            report_url: string;
            pdf_export_url: string;
            status_url: string;
            audit_log_id: string;
        };
        EmailInboxMessageIngestOut: {
            accepted: boolean;
            status: string;
            message_id: string;
            external_message_id: string;
        };
        EmailInboxMessageListOut: {
            total: number;
            items: components["schemas"]["EmailInboxMessageOut"][];
        };
        EmailInboxMessageOut: {
            id: string;
            provider: string;
            external_message_id: string;
            mailbox: string;
            folder: string;
            from_email: string;
            to_email: string | null;
            subject: string;
            body_text: string;
            body_html: string | null;
            internet_message_id: string | null;
            metadata: {
                [key: string]: unknown;
            };
            routing_class: string;
            processing_status: string;
            human_review_required: boolean;
            founder_private: boolean;
            allowed_agents: string[];
            assigned_agent: string | null;
            handling_notes: string | null;
            related_job_id: string | null;
            lane_key: string | null;
            market_city: string | null;
            market_city_key: string | null;
            /** Format: date-time */
            received_at: string;
            /** Format: date-time */
            ingested_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            qualified_at: string | null;
            /** Format: date-time */
            first_response_at: string | null;
        };
        EmailInboxPolicyOut: {
            provider: string;
            primary_mailbox: string;
            founder_private_addresses: string[];
            routing_model: string;
            watched_folders: string[];
            human_only_folders: string[];
            founder_private_folders: string[];
            folder_policies: components["schemas"]["EmailFolderPolicyOut"][];
            agent_send_aliases: string[];
            system_send_aliases: string[];
            human_only_aliases: string[];
            send_aliases_by_actor: {
                [key: string]: unknown;
            };
        };
        EmailFolderPolicyOut: {
            folder: string;
            default_queue: string;
            human_review_required: boolean;
            founder_private: boolean;
            allowed_agents: string[];
            notes: string;
        };
        EmailReplyDraftOut: {
            message_id: string;
            folder: string;
            from_alias: string;
            to_email: string;
            subject: string;
            body_text: string;
            human_review_required: boolean;
        };
        EmailOutboundSendOut: {
            accepted: boolean;
            provider: string;
            external_message_id: string;
            submission_id: string | null;
            from_alias: string;
            to_email: string;
            subject: string;
            actor: string;
        };
        Provider: {
            provider_id: string;
            label: string;
            channel: string;
            email: string | null;
            phone: string | null;
            language: string;
            market_city_keys: string[];
            service_keys: string[];
            max_active_jobs: number;
            status: string;
            active_jobs: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DispatchRunSummaryOut: {
            id: string;
            job_id: string;
            public_request_id: string | null;
            request_id: string | null;
            quote_snapshot_id: string | null;
            status: string;
            policy_version: string;
            wave_number: number;
            primary_thread_id: string | null;
            primary_thread_state: string | null;
            primary_provider_id: string | null;
            primary_provider_candidate_id: string | null;
            primary_provider_label: string | null;
            primary_provider_channel: string | null;
            primary_source_kind: string | null;
            selected_provider_id: string | null;
            selected_provider_candidate_id: string | null;
            selected_provider_label: string | null;
            thread_count: number;
            offered_thread_count: number;
            queued_thread_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            completed_at: string | null;
        };
        ProviderOffer: {
            objective: string;
            service_label: string | null;
            city: string | null;
            /** Format: double */
            distance_km: number | null;
            questions: string[];
            question_count: number;
            photo_count: number;
            estimated_minutes: number;
            pay_text: string | null;
            time_zone: string | null;
            /** Format: date-time */
            expires_at: string | null;
            state: string;
        };
        AcceptedProviderOffer: {
            job_id: string;
            task_token: string;
            capture_url: string;
            /** Format: date-time */
            expires_at: string;
        };
        CustomerExport: {
            account: components["schemas"]["CustomerAccountOut"];
            sessions: {
                [key: string]: unknown;
            }[];
            requests: {
                [key: string]: unknown;
            }[];
        };
        ErasedSiteCheck: {
            request_id: string;
            /** Format: date-time */
            erased_at: string;
        };
        Erasure: {
            account_id: string;
            status: string;
            /** Format: date-time */
            erased_at: string | null;
        };
        AgentActionEventOut: {
            id: string;
            agent_name: string;
            action_type: string;
            status: string;
            job_id: string | null;
            reason_code: string | null;
            lane_key: string | null;
            policy_version: string | null;
            prompt_version: string | null;
            experiment_id: string | null;
            /** Format: int64 */
            latency_ms: number | null;
            payload: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        AgentStateOut: {
            agent_name: string;
            scope_type: string;
            scope_key: string;
            state_payload: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        AgentTelemetryOut: {
            accepted: boolean;
        };
        AgentTelemetrySummary: {
            agent_name: string;
            /** Format: date-time */
            last_at: string | null;
            loop_iterations: number;
            errors: number;
            errors_by_type: components["schemas"]["AgentErrorCount"][];
        };
        AgentErrorCount: {
            error_type: string | null;
            count: number;
        };
        BeliefRecordOut: {
            id: string;
            scope_type: string;
            scope_key: string;
            belief_key: string | null;
            belief_statement: string;
            status: string;
            /** Format: double */
            confidence: number;
            evidence_for: string[];
            evidence_against: string[];
            recommended_next_actions: string[];
            owner: string | null;
            source_type: string | null;
            source_id: string | null;
            supersedes_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DecisionLogEntryOut: {
            id: string;
            category: string;
            title: string;
            summary: string;
            rationale: string | null;
            tradeoffs: {
                [key: string]: unknown;
            };
            author_type: string;
            author_id: string;
            approved_by: string | null;
            source_type: string | null;
            source_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        DirectorTicketOut: {
            id: string;
            ticket_code: string;
            incident_code: string | null;
            requesting_plane: string;
            owning_plane: string;
            failure_category: string;
            failure_pattern_key: string | null;
            repair_lane: string;
            repair_state: string;
            verification_status: string;
            verification_requirements: string[];
            verification_evidence: components["schemas"]["VerificationEvidenceOut"][];
            simulation_gate: components["schemas"]["SimulationGateOut"] | null;
            objective: string;
            constraints: {
                [key: string]: unknown;
            };
            deliverable: string;
            /** Format: date-time */
            deadline: string | null;
            status: string;
            response_notes: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        VerificationEvidenceOut: {
            evidence_id: string;
            requirement: string | null;
            kind: string;
            reference: string;
            note: string | null;
            checked: boolean;
            /** Format: date-time */
            created_at: string;
        };
        SimulationGateOut: {
            scenario: string;
            required: boolean;
            /** Format: double */
            threshold: number | null;
            /** Format: double */
            score: number | null;
            result: string;
            run_reference: string | null;
            /** Format: date-time */
            evaluated_at: string | null;
        };
        DirectorTicketClaim: {
            ticket: components["schemas"]["DirectorTicketOut"] | null;
            worker: string;
            /** Format: date-time */
            lease_expires_at: string | null;
        };
        SandboxClock: {
            /** Format: date-time */
            now: string;
            offset_seconds: number;
            /** Format: date-time */
            real_now: string;
            /** Format: date-time */
            next_step_at: string | null;
        };
        AdvancedSandboxClock: {
            /** Format: date-time */
            now: string;
            offset_seconds: number;
            /** Format: date-time */
            real_now: string;
            /** Format: date-time */
            next_step_at: string | null;
            steps_run: number;
            more: boolean;
            /** Format: int64 */
            events_from_seq: number;
        };
        LogProof: {
            origin: string;
            leaf_index: number;
            tree_size: number;
            entry: string;
            inclusion_proof: string[];
            checkpoint: string;
        };
        LogConsistency: {
            origin: string;
            from: number;
            to: number;
            from_root: string;
            to_root: string;
            consistency_proof: string[];
        };
        AdaptiveCadenceDecisionOut: {
            /** Format: date-time */
            generated_at: string;
            scope_key: string;
            monitor_interval_seconds: number;
            control_loop_interval_seconds: number;
            strategy_board_interval_seconds: number;
            should_run_control_loop: boolean;
            should_run_strategy_board: boolean;
            should_run_emergency_board: boolean;
            /** Format: double */
            objective_score: number;
            /** Format: double */
            objective_score_delta: number | null;
            direction_of_change: string;
            direction_changed: boolean;
            open_alert_count: number;
            critical_alert_count: number;
            alerts_changed: boolean;
            control_loop_due_by_interval: boolean;
            strategy_board_due_by_interval: boolean;
            /** Format: date-time */
            next_control_loop_due_at: string;
            /** Format: date-time */
            next_strategy_board_due_at: string;
            reasons: string[];
            /** Format: date-time */
            last_evaluation_at: string | null;
            /** Format: date-time */
            last_control_loop_at: string | null;
            /** Format: date-time */
            last_strategy_board_at: string | null;
            /** Format: date-time */
            last_emergency_board_at: string | null;
            actions: components["schemas"]["AdaptiveCadenceActionOut"];
        };
        AdaptiveCadenceActionOut: {
            scorecards_generated: boolean;
            /** Format: date */
            scorecards_snapshot_date: string | null;
            alerts_dispatched: boolean;
            alerts_count: number;
            alerts_dispatch_status: string | null;
            alerts_dispatch_reason: string | null;
            strategy_board_hook_triggered: boolean;
            strategy_board_ticket_code: string | null;
            strategy_board_webhook_status: string | null;
            emergency_board_hook_triggered: boolean;
            emergency_board_ticket_code: string | null;
            emergency_board_webhook_status: string | null;
            daily_synthesis_generated: boolean;
            daily_synthesis_brief_id: string | null;
            trigger_synthesis_generated: boolean;
            trigger_synthesis_brief_id: string | null;
        };
        DailyKpiSnapshotOut: {
            id: string;
            scope_type: string;
            scope_key: string;
            /** Format: date */
            snapshot_date: string;
            metrics_payload: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ExperimentOut: {
            experiment_id: string;
            name: string;
            category: string;
            owning_plane: string;
            owner: string | null;
            change_axes: string[];
            primary_metric_key: string;
            guardrail_metric_keys: string[];
            hypothesis: string;
            status: string;
            experiment_surface: string;
            verification_requirement: string;
            forbidden_mutation_acknowledged: boolean;
            market_city: string | null;
            lane_family: string | null;
            lane_key: string | null;
            policy_version: string | null;
            prompt_version: string | null;
            baseline_version: string | null;
            variants: components["schemas"]["ExperimentVariant"][];
            baseline: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            stop_reason: string | null;
        };
        ExperimentVariant: {
            key: string;
            weight: number;
            parameters: {
                [key: string]: unknown;
            };
        };
        ExperimentAssignment: {
            experiment_id: string;
            unit_key: string;
            variant: string;
            parameters: {
                [key: string]: unknown;
            };
        };
        ExperimentResult: {
            experiment_id: string;
            variants: components["schemas"]["ExperimentVariantResult"][];
        };
        ExperimentVariantResult: {
            variant: string;
            exposures: number;
            succeeded: number;
            /** Format: double */
            success_rate: number | null;
            interval: number[] | null;
            /** Format: double */
            mean_latency_ms: number | null;
            metrics: {
                [key: string]: unknown;
            };
        };
        PushKeyOut: {
            public_key: string | null;
        };
        PushSubscriptionOut: {
            /** Format: date-time */
            created_at: string;
        };
        PushSubscriptionDeletedOut: {
            removed: boolean;
        };
        EventOut: {
            id: string;
            /** Format: int64 */
            seq: number;
            type: string;
            /** Format: date-time */
            timestamp: string;
            data: {
                [key: string]: unknown;
            };
            revision: number;
        };
        WebhookEndpointOut: {
            endpoint_id: string;
            url: string;
            description: string | null;
            event_types: string[];
            all_integrators: boolean;
            status: string;
            status_reason: string | null;
            secret_hint: string;
            /** Format: date-time */
            next_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            last_success_at: string | null;
            /** Format: date-time */
            failing_since: string | null;
        };
        WebhookDeliveryOut: {
            delivery_id: string;
            endpoint_id: string;
            event_id: string;
            event_type: string;
            /** Format: int64 */
            seq: number;
            status: string;
            attempts: components["schemas"]["WebhookAttempt"][];
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        WebhookAttempt: {
            /** Format: date-time */
            at: string;
            status_code: number | null;
            duration_ms: number;
            error: string | null;
            answer_start: string | null;
        };
        WebhookEndpointSecretOut: {
            endpoint_id: string;
            url: string;
            description: string | null;
            event_types: string[];
            all_integrators: boolean;
            status: string;
            status_reason: string | null;
            secret_hint: string;
            /** Format: date-time */
            next_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            last_success_at: string | null;
            /** Format: date-time */
            failing_since: string | null;
            secret: string;
        };
        WebhookReplay: {
            queued: number;
        };
        CustomerSchemaIn: {
            service_key?: string | null;
            objective: string;
            address: string;
            /** @default [] */
            reference_photos?: string[];
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            notes: string;
            nonce: string;
            /** @default true */
            auto_open?: boolean;
            metadata?: {
                [key: string]: string;
            } | null;
            questions?: {
                question_key: string;
                label: string;
                help?: string | null;
                /** @enum {string} */
                kind: "yes_no" | "choice" | "choices" | "number" | "text" | "date_time";
                options?: {
                    key: string;
                    label: string;
                }[] | null;
                unit?: string | null;
                minimum?: number | null;
                maximum?: number | null;
                decimals?: number | null;
                /** @default true */
                required?: boolean;
                step_name?: string | null;
                show_when?: {
                    question_key: string;
                    values: (string | number)[];
                } | null;
                evidence_when?: ((string | number)[] | "always") | null;
                comment_when?: ((string | number)[] | "always") | null;
                flag_when?: ((string | number | {
                    /** Format: double */
                    below?: number;
                    /** Format: double */
                    above?: number;
                })[] | {
                    /** Format: double */
                    below?: number;
                    /** Format: double */
                    above?: number;
                }) | null;
            }[] | null;
            objective_kind?: ("yes_no" | "text" | "number" | "date_time") | null;
            questions_required?: boolean | null;
        };
        CreateJobsIn: {
            jobs: components["schemas"]["CustomerSchemaIn"][];
        };
        RequesterFeedbackIn: {
            rating?: number | null;
            verdict?: ("accepted" | "needs_more" | "disputed") | null;
            comment?: string | null;
            /** @default [] */
            step_names?: string[];
            report_version?: number | null;
            nonce?: string | null;
        };
        UpdateJobIn: {
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        CancelJobIn: {
            reason?: string | null;
        };
        AssignJobIn: {
            assignee_name: string;
            /** @default 24 */
            expires_in_hours?: number;
        };
        ReviewJobIn: {
            /** @enum {string} */
            decision: "accept" | "more" | "fail";
            note?: string | null;
            /** @default [] */
            step_names?: string[];
            /** @default [] */
            answers?: {
                question_key: string;
                value?: (string | number | string[]) | null;
                /** @default false */
                cannot_tell?: boolean;
                reason?: string | null;
            }[];
            expected_revision?: number | null;
        };
        JobScheduleIn: {
            job: {
                service_key?: string | null;
                objective: string;
                address: string;
                /** @default [] */
                reference_photos?: string[];
                /** Format: double */
                latitude: number;
                /** Format: double */
                longitude: number;
                notes: string;
                /** @default true */
                auto_open?: boolean;
                metadata?: {
                    [key: string]: string;
                } | null;
                questions?: {
                    question_key: string;
                    label: string;
                    help?: string | null;
                    /** @enum {string} */
                    kind: "yes_no" | "choice" | "choices" | "number" | "text" | "date_time";
                    options?: {
                        key: string;
                        label: string;
                    }[] | null;
                    unit?: string | null;
                    minimum?: number | null;
                    maximum?: number | null;
                    decimals?: number | null;
                    /** @default true */
                    required?: boolean;
                    step_name?: string | null;
                    show_when?: {
                        question_key: string;
                        values: (string | number)[];
                    } | null;
                    evidence_when?: ((string | number)[] | "always") | null;
                    comment_when?: ((string | number)[] | "always") | null;
                    flag_when?: ((string | number | {
                        /** Format: double */
                        below?: number;
                        /** Format: double */
                        above?: number;
                    })[] | {
                        /** Format: double */
                        below?: number;
                        /** Format: double */
                        above?: number;
                    }) | null;
                }[] | null;
                objective_kind?: ("yes_no" | "text" | "number" | "date_time") | null;
                questions_required?: boolean | null;
            };
            rrule: string;
            starts_at: string;
            time_zone?: string | null;
        };
        EvidenceSubmitIn: {
            media_url: string;
            media_sha256: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            /** Format: date-time */
            captured_at: string;
            accuracy_m?: number | null;
            nonce: string;
            notes?: string | null;
            step_name?: string | null;
        };
        ReleaseTaskIn: {
            reason?: string | null;
        };
        SubmitAnswersIn: {
            answers: {
                question_key: string;
                value?: (string | number | string[]) | null;
                /** @default false */
                cannot_tell?: boolean;
                reason?: string | null;
                comment?: string | null;
                /** @default [] */
                evidence_ids?: string[];
                answered_at?: string | null;
            }[];
        };
        SubmitProviderAnswersIn: {
            answers: {
                question_key: string;
                value?: (string | number | string[]) | null;
                /** @default false */
                cannot_tell?: boolean;
                reason?: string | null;
                comment?: string | null;
                /** @default [] */
                evidence_ids?: string[];
                answered_at?: string | null;
            }[];
            provider_task_token?: string | null;
        };
        SubmitCaptureAnswersIn: {
            answers: {
                question_key: string;
                value?: (string | number | string[]) | null;
                /** @default false */
                cannot_tell?: boolean;
                reason?: string | null;
                comment?: string | null;
                /** @default [] */
                evidence_ids?: string[];
                answered_at?: string | null;
            }[];
            capture_token?: string | null;
        };
        PublicSiteCheckRequestIn: {
            service_key?: string | null;
            objective: string;
            address: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            notes: string;
            /** @default [] */
            reference_photos?: string[];
            questions?: {
                question_key: string;
                label: string;
                help?: string | null;
                /** @enum {string} */
                kind: "yes_no" | "choice" | "choices" | "number" | "text" | "date_time";
                options?: {
                    key: string;
                    label: string;
                }[] | null;
                unit?: string | null;
                minimum?: number | null;
                maximum?: number | null;
                decimals?: number | null;
                /** @default true */
                required?: boolean;
                step_name?: string | null;
                show_when?: {
                    question_key: string;
                    values: (string | number)[];
                } | null;
                evidence_when?: ((string | number)[] | "always") | null;
                comment_when?: ((string | number)[] | "always") | null;
                flag_when?: ((string | number | {
                    /** Format: double */
                    below?: number;
                    /** Format: double */
                    above?: number;
                })[] | {
                    /** Format: double */
                    below?: number;
                    /** Format: double */
                    above?: number;
                }) | null;
            }[] | null;
            objective_kind?: ("yes_no" | "text" | "number" | "date_time") | null;
            questions_required?: boolean | null;
            intake_submission_id?: string | null;
            requester_name?: string | null;
            requester_email?: string | null;
            requester_phone?: string | null;
            language?: string | null;
        };
        UpdateSiteCheckContactIn: {
            access_token: string;
            requester_email: string;
        };
        PublicSiteCheckSelectOfferIn: {
            access_token: string;
            offer_key: string;
        };
        PublicSiteCheckCreateCheckoutSessionIn: {
            access_token: string;
        };
        StartSelfServiceCaptureIn: {
            access_token: string;
        };
        SubmitSiteCheckFeedbackIn: {
            rating?: number | null;
            verdict?: ("accepted" | "needs_more" | "disputed") | null;
            comment?: string | null;
            /** @default [] */
            step_names?: string[];
            report_version?: number | null;
            nonce?: string | null;
            access_token: string;
        };
        CancelSiteCheckIn: {
            access_token?: string | null;
            reason?: string | null;
        };
        CustomerAuthRegisterIn: {
            full_name: string;
            email: string;
            phone: string;
            language?: string | null;
            password: string;
        };
        CustomerAuthLoginIn: {
            email: string;
            password: string;
        };
        LogoutCustomerIn: {
            /** @default false */
            everywhere?: boolean;
        };
        ConfirmCustomerEmailIn: {
            token: string;
        };
        RequestPasswordResetIn: {
            email: string;
        };
        ResetCustomerPasswordIn: {
            token: string;
            password: string;
        };
        ChangeCustomerPasswordIn: {
            current_password: string;
            new_password: string;
        };
        UpdateCustomerIn: {
            full_name?: string | null;
            phone?: string | null;
            language?: string | null;
        };
        CustomerRequestCreateIn: {
            service_key?: string | null;
            objective: string;
            address: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            notes: string;
            /** @default [] */
            reference_photos?: string[];
            questions?: {
                question_key: string;
                label: string;
                help?: string | null;
                /** @enum {string} */
                kind: "yes_no" | "choice" | "choices" | "number" | "text" | "date_time";
                options?: {
                    key: string;
                    label: string;
                }[] | null;
                unit?: string | null;
                minimum?: number | null;
                maximum?: number | null;
                decimals?: number | null;
                /** @default true */
                required?: boolean;
                step_name?: string | null;
                show_when?: {
                    question_key: string;
                    values: (string | number)[];
                } | null;
                evidence_when?: ((string | number)[] | "always") | null;
                comment_when?: ((string | number)[] | "always") | null;
                flag_when?: ((string | number | {
                    /** Format: double */
                    below?: number;
                    /** Format: double */
                    above?: number;
                })[] | {
                    /** Format: double */
                    below?: number;
                    /** Format: double */
                    above?: number;
                }) | null;
            }[] | null;
            objective_kind?: ("yes_no" | "text" | "number" | "date_time") | null;
            questions_required?: boolean | null;
            intake_submission_id: string;
        };
        CustomerSelfServiceRequestCreateIn: {
            service_key?: string | null;
            objective: string;
            address: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            notes: string;
            /** @default [] */
            reference_photos?: string[];
            questions?: {
                question_key: string;
                label: string;
                help?: string | null;
                /** @enum {string} */
                kind: "yes_no" | "choice" | "choices" | "number" | "text" | "date_time";
                options?: {
                    key: string;
                    label: string;
                }[] | null;
                unit?: string | null;
                minimum?: number | null;
                maximum?: number | null;
                decimals?: number | null;
                /** @default true */
                required?: boolean;
                step_name?: string | null;
                show_when?: {
                    question_key: string;
                    values: (string | number)[];
                } | null;
                evidence_when?: ((string | number)[] | "always") | null;
                comment_when?: ((string | number)[] | "always") | null;
                flag_when?: ((string | number | {
                    /** Format: double */
                    below?: number;
                    /** Format: double */
                    above?: number;
                })[] | {
                    /** Format: double */
                    below?: number;
                    /** Format: double */
                    above?: number;
                }) | null;
            }[] | null;
            objective_kind?: ("yes_no" | "text" | "number" | "date_time") | null;
            questions_required?: boolean | null;
            intake_submission_id: string;
        };
        CustomerRequestClaimIn: {
            access_token: string;
        };
        CustomerRequestSelectOfferIn: {
            offer_key: string;
        };
        CustomerRequestCreateCheckoutSessionIn: Record<string, never>;
        CancelCustomerRequestIn: {
            reason?: string | null;
        };
        CreateShareLinkIn: {
            access_token: string;
            /** @default 30 */
            expires_in_days?: number;
        };
        CreateCustomerShareLinkIn: {
            /** @default 30 */
            expires_in_days?: number;
        };
        CustomerSelfServiceInviteIn: {
            invitee_name: string;
            invitee_role?: string | null;
            invitee_phone?: string | null;
            invitee_email?: string | null;
            preferred_channel?: string | null;
            preferred_language?: string | null;
            /** @default 24 */
            expires_in_hours?: number | null;
        };
        RevokeSelfServiceInviteIn: {
            reason?: string | null;
        };
        DeliverRealityReportIn: {
            /** @default founder_console */
            actor?: string;
            /** @default true */
            send_email?: boolean;
            notes?: string | null;
        };
        WithdrawRealityReportIn: {
            version_number?: number | null;
            reason: string;
        };
        EmailInboxMessageIn: {
            provider?: string;
            external_message_id: string;
            mailbox?: string | null;
            folder: string;
            from_email: string;
            to_email?: string | null;
            /** @default  */
            subject?: string;
            /** @default  */
            body_text?: string;
            body_html?: string | null;
            internet_message_id?: string | null;
            /** Format: date-time */
            received_at: string;
            metadata?: {
                [key: string]: unknown;
            };
        };
        EmailInboxMessageStatusIn: {
            /** @enum {string} */
            processing_status: "new" | "triaged" | "in_progress" | "human_review" | "resolved" | "ignored";
            assigned_agent?: string | null;
            handling_notes?: string | null;
            related_job_id?: string | null;
        };
        EmailReplyDraftIn: {
            from_alias: string;
            body_intro?: string | null;
            closing?: string | null;
            /** @default true */
            include_original_excerpt?: boolean;
            /** @default 600 */
            max_original_excerpt_chars?: number;
        };
        EmailOutboundSendIn: {
            from_alias: string;
            to_email: string;
            subject: string;
            body_text: string;
            related_message_id?: string | null;
            /** @default founder_console */
            actor?: string;
        };
        CreateProviderIn: {
            label: string;
            /** @enum {string} */
            channel: "email" | "sms" | "link";
            email?: string | null;
            phone?: string | null;
            language?: string | null;
            market_city_keys: string[];
            /** @default [] */
            service_keys?: string[];
            /** @default 3 */
            max_active_jobs?: number;
            /**
             * @default active
             * @enum {string}
             */
            status?: "active" | "paused" | "retired";
        };
        UpdateProviderIn: {
            label?: string | null;
            channel?: ("email" | "sms" | "link") | null;
            email?: string | null;
            phone?: string | null;
            language?: string | null;
            market_city_keys?: string[] | null;
            service_keys?: string[] | null;
            max_active_jobs?: number | null;
            status?: ("active" | "paused" | "retired") | null;
        };
        StartDispatchRunIn: {
            /** @default [] */
            provider_ids?: string[];
            /** @default [] */
            candidates?: {
                label: string;
                email?: string | null;
                phone?: string | null;
                preferred_channel?: string | null;
            }[];
            max_threads?: number | null;
            offers_at_once?: number | null;
            offer_minutes?: number | null;
            pay_text?: string | null;
        };
        CancelDispatchRunIn: {
            reason?: string | null;
        };
        DeclineProviderOfferIn: {
            reason?: string | null;
        };
        EraseSiteCheckIn: {
            access_token?: string | null;
        };
        EraseCustomerIn: {
            password: string;
        };
        EraseCustomerAccountIn: {
            /** @default false */
            force?: boolean;
        };
        AgentActionEventIn: {
            agent_name: string;
            action_type: string;
            /** @default succeeded */
            status?: string;
            job_id?: string | null;
            reason_code?: string | null;
            market_city?: string | null;
            lane_family?: string | null;
            lane_key?: string | null;
            policy_version?: string | null;
            prompt_version?: string | null;
            experiment_id?: string | null;
            latency_ms?: number | null;
            payload?: {
                [key: string]: unknown;
            };
        };
        AgentStateUpsertIn: {
            /** @default global */
            scope_type?: string;
            /** @default default */
            scope_key?: string;
            state_payload?: {
                [key: string]: unknown;
            };
            expected_updated_at?: string | null;
        };
        AgentTelemetryIn: {
            agent_name: string;
            /** @enum {string} */
            event_type: "loop_iteration" | "error";
            error_type?: string | null;
            policy_version?: string | null;
            prompt_version?: string | null;
            experiment_id?: string | null;
            payload?: {
                [key: string]: unknown;
            };
        };
        BeliefRecordCreateIn: {
            belief_statement: string;
            belief_key?: string | null;
            /** @default global */
            scope_type?: string;
            /** @default default */
            scope_key?: string;
            /**
             * Format: double
             * @default 0.5
             */
            confidence?: number;
            /** @default active */
            status?: string;
            /** @default [] */
            evidence_for?: string[];
            /** @default [] */
            evidence_against?: string[];
            /** @default [] */
            recommended_next_actions?: string[];
            owner?: string | null;
            source_type?: string | null;
            source_id?: string | null;
            supersedes_id?: string | null;
        };
        RetireBeliefIn: {
            reason?: string | null;
        };
        DecisionLogEntryIn: {
            category: string;
            title: string;
            summary: string;
            rationale?: string | null;
            tradeoffs?: {
                [key: string]: unknown;
            };
            author_type: string;
            author_id: string;
            approved_by?: string | null;
            source_type?: string | null;
            source_id?: string | null;
        };
        DirectorTicketCreateIn: {
            ticket_code?: string | null;
            requesting_plane: string;
            owning_plane: string;
            objective: string;
            incident_code?: string | null;
            failure_category?: string | null;
            failure_pattern_key?: string | null;
            repair_lane?: string | null;
            repair_state?: string | null;
            verification_status?: string | null;
            /** @default [] */
            verification_requirements?: string[];
            /** @default [] */
            verification_evidence?: {
                requirement?: string | null;
                /** @enum {string} */
                kind: "link" | "text" | "job" | "event" | "kpi_snapshot";
                reference: string;
                note?: string | null;
            }[];
            simulation_gate?: {
                scenario: string;
                /** @default true */
                required?: boolean;
                threshold?: number | null;
                score?: number | null;
                /**
                 * @default pending
                 * @enum {string}
                 */
                result?: "pending" | "passed" | "failed";
                run_reference?: string | null;
            } | null;
            constraints?: {
                [key: string]: unknown;
            };
            /** @default  */
            deliverable?: string;
            deadline?: string | null;
        };
        DirectorTicketUpdateIn: {
            status?: string | null;
            repair_state?: string | null;
            verification_status?: string | null;
            verification_requirements?: string[] | null;
            verification_evidence?: {
                requirement?: string | null;
                /** @enum {string} */
                kind: "link" | "text" | "job" | "event" | "kpi_snapshot";
                reference: string;
                note?: string | null;
            }[] | null;
            simulation_gate?: {
                scenario: string;
                /** @default true */
                required?: boolean;
                threshold?: number | null;
                score?: number | null;
                /**
                 * @default pending
                 * @enum {string}
                 */
                result?: "pending" | "passed" | "failed";
                run_reference?: string | null;
            } | null;
            response_notes?: string | null;
            worker?: string | null;
        };
        ClaimDirectorTicketIn: {
            owning_plane: string;
            worker: string;
            /** @default 600 */
            lease_seconds?: number;
            ticket_id?: string | null;
        };
        ReleaseDirectorTicketIn: {
            worker: string;
            note?: string | null;
        };
        AdvanceSandboxClockIn: {
            seconds?: number | null;
            to?: string | null;
        };
        ReviewSandboxJobIn: {
            /** @enum {string} */
            decision: "accept" | "more" | "fail";
            note?: string | null;
            /** @default [] */
            step_names?: string[];
            /** @default [] */
            answers?: {
                question_key: string;
                value?: (string | number | string[]) | null;
                /** @default false */
                cannot_tell?: boolean;
                reason?: string | null;
            }[];
            expected_revision?: number | null;
        };
        AdaptiveCadenceEvaluateIn: {
            /** @default primary */
            scope_key?: string;
            /** @default true */
            persist_state?: boolean;
            /** @default true */
            execute_control_actions?: boolean;
            /** @default true */
            trigger_board_hooks?: boolean;
            /** @default false */
            mark_strategy_board_complete?: boolean;
            /** @default false */
            mark_emergency_board_complete?: boolean;
        };
        DailyKpiSnapshotIn: {
            /** Format: date */
            snapshot_date: string;
            /** @default global */
            scope_type?: string;
            /** @default default */
            scope_key?: string;
        };
        ExperimentCreateIn: {
            experiment_id: string;
            name: string;
            category: string;
            owning_plane: string;
            change_axes: string[];
            primary_metric_key: string;
            guardrail_metric_keys: string[];
            hypothesis: string;
            /** @default planned */
            status?: string;
            owner?: string | null;
            /** @default go_to_market */
            experiment_surface?: string;
            /** @default baseline_release_gate */
            verification_requirement?: string;
            /** @default false */
            forbidden_mutation_acknowledged?: boolean;
            market_city?: string | null;
            lane_family?: string | null;
            lane_key?: string | null;
            policy_version?: string | null;
            prompt_version?: string | null;
            baseline_version?: string | null;
            variants?: {
                key: string;
                weight: number;
                parameters?: {
                    [key: string]: unknown;
                };
            }[];
        };
        MoveExperimentIn: {
            /** @enum {string} */
            status: "planned" | "running" | "paused" | "completed" | "aborted";
            reason: string;
            forbidden_mutation_acknowledged?: boolean;
        };
        CreateSiteCheckPushSubscriptionIn: {
            endpoint: string;
            p256dh: string;
            auth: string;
            access_token: string;
        };
        DeleteSiteCheckPushSubscriptionIn: {
            endpoint: string;
            access_token: string;
        };
        PushSubscriptionIn: {
            endpoint: string;
            p256dh: string;
            auth: string;
        };
        PushSubscriptionDeleteIn: {
            endpoint: string;
        };
        WebhookEndpointIn: {
            url: string;
            description?: string | null;
            /** @default [] */
            event_types?: ("belief.created" | "belief.retired" | "belief.superseded" | "customer.email_confirmed" | "customer.erased" | "customer.erasing" | "customer.password_changed" | "customer.registered" | "decision.logged" | "dispatch.accepted" | "dispatch.assigned" | "dispatch.cancelled" | "dispatch.declined" | "dispatch.exhausted" | "dispatch.offer_expired" | "dispatch.offered" | "dispatch.started" | "email.bounced" | "email.failed" | "email.received" | "email.sent" | "email.status_changed" | "evidence.received" | "evidence.rejected" | "evidence.validated" | "experiment.aborted" | "experiment.completed" | "experiment.created" | "experiment.paused" | "experiment.running" | "feedback.received" | "invite.created" | "invite.opened" | "invite.reassigned" | "invite.resent" | "invite.revoked" | "job.answer_flagged" | "job.answers_submitted" | "job.assigned" | "job.cancelled" | "job.completed" | "job.created" | "job.disputed" | "job.erased" | "job.expired" | "job.failed" | "job.in_progress" | "job.opened" | "job.submitted" | "job.updated" | "job_schedule.cancelled" | "job_schedule.created" | "job_schedule.date_failed" | "job_schedule.ended" | "job_schedule.paused" | "job_schedule.resumed" | "payment.cancelled" | "payment.failed" | "payment.mismatched" | "payment.paid" | "payment.pending" | "payment.refunded" | "report.delivered" | "report.delivery_failed" | "report.delivery_requested" | "report.version_created" | "report.viewed" | "report.withdrawn" | "site_check.awaiting_payment" | "site_check.cancelled" | "site_check.claimed" | "site_check.completed" | "site_check.confirmed" | "site_check.contact_changed" | "site_check.disputed" | "site_check.erased" | "site_check.expired" | "site_check.in_progress" | "site_check.offer_selected" | "site_check.quoted" | "site_check.received" | "site_check.report_ready" | "site_check.unserviceable" | "sms.failed" | "sms.sent" | "sms.undelivered" | "ticket.blocked" | "ticket.cancelled" | "ticket.claimed" | "ticket.created" | "ticket.done" | "ticket.in_progress" | "ticket.open" | "ticket.rejected" | "ticket.released" | "ticket.updated" | "webhook_endpoint.created" | "webhook_endpoint.deleted" | "webhook_endpoint.disabled" | "webhook_endpoint.enabled" | "webhook_endpoint.paused" | "webhook_endpoint.updated")[];
            /** @default false */
            all_integrators?: boolean;
        };
        WebhookEndpointUpdateIn: {
            url?: string | null;
            description?: string | null;
            event_types?: ("belief.created" | "belief.retired" | "belief.superseded" | "customer.email_confirmed" | "customer.erased" | "customer.erasing" | "customer.password_changed" | "customer.registered" | "decision.logged" | "dispatch.accepted" | "dispatch.assigned" | "dispatch.cancelled" | "dispatch.declined" | "dispatch.exhausted" | "dispatch.offer_expired" | "dispatch.offered" | "dispatch.started" | "email.bounced" | "email.failed" | "email.received" | "email.sent" | "email.status_changed" | "evidence.received" | "evidence.rejected" | "evidence.validated" | "experiment.aborted" | "experiment.completed" | "experiment.created" | "experiment.paused" | "experiment.running" | "feedback.received" | "invite.created" | "invite.opened" | "invite.reassigned" | "invite.resent" | "invite.revoked" | "job.answer_flagged" | "job.answers_submitted" | "job.assigned" | "job.cancelled" | "job.completed" | "job.created" | "job.disputed" | "job.erased" | "job.expired" | "job.failed" | "job.in_progress" | "job.opened" | "job.submitted" | "job.updated" | "job_schedule.cancelled" | "job_schedule.created" | "job_schedule.date_failed" | "job_schedule.ended" | "job_schedule.paused" | "job_schedule.resumed" | "payment.cancelled" | "payment.failed" | "payment.mismatched" | "payment.paid" | "payment.pending" | "payment.refunded" | "report.delivered" | "report.delivery_failed" | "report.delivery_requested" | "report.version_created" | "report.viewed" | "report.withdrawn" | "site_check.awaiting_payment" | "site_check.cancelled" | "site_check.claimed" | "site_check.completed" | "site_check.confirmed" | "site_check.contact_changed" | "site_check.disputed" | "site_check.erased" | "site_check.expired" | "site_check.in_progress" | "site_check.offer_selected" | "site_check.quoted" | "site_check.received" | "site_check.report_ready" | "site_check.unserviceable" | "sms.failed" | "sms.sent" | "sms.undelivered" | "ticket.blocked" | "ticket.cancelled" | "ticket.claimed" | "ticket.created" | "ticket.done" | "ticket.in_progress" | "ticket.open" | "ticket.rejected" | "ticket.released" | "ticket.updated" | "webhook_endpoint.created" | "webhook_endpoint.deleted" | "webhook_endpoint.disabled" | "webhook_endpoint.enabled" | "webhook_endpoint.paused" | "webhook_endpoint.updated")[] | null;
            all_integrators?: boolean | null;
            status?: ("enabled" | "paused") | null;
        };
        WebhookReplayIn: {
            /** Format: int64 */
            after_seq: number;
            before_seq?: number | null;
            /** @default false */
            only_failed?: boolean;
        };
        HTTPValidationError: {
            detail?: components["schemas"]["ValidationError"][];
        };
        ValidationError: {
            loc: (string | number)[];
            msg: string;
            type: string;
            input?: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            ctx?: Record<string, never>;
        };
        Problem: {
            /** Format: uri-reference */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** Format: uri-reference */
            instance: string;
            /** @enum {string} */
            code: "bad_request" | "bad_cursor" | "graphql_parse_failed" | "graphql_validation_failed" | "bad_user_input" | "query_too_expensive" | "query_too_deep" | "api_key_missing" | "api_key_invalid" | "token_invalid" | "session_missing" | "session_invalid" | "login_failed" | "scope_missing" | "actor_not_allowed" | "test_mode" | "origin_refused" | "not_found" | "job_not_found" | "job_schedule_not_found" | "site_check_not_found" | "report_not_found" | "report_version_not_found" | "customer_not_found" | "invite_not_found" | "share_link_not_found" | "email_message_not_found" | "mail_not_found" | "agent_state_not_found" | "belief_not_found" | "decision_not_found" | "provider_not_found" | "dispatch_run_not_found" | "ticket_not_found" | "experiment_not_found" | "event_not_found" | "webhook_endpoint_not_found" | "webhook_delivery_not_found" | "log_entry_not_found" | "persisted_query_not_found" | "step_not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "nonce_conflict" | "intake_conflict" | "idempotency_key_reused" | "idempotency_in_progress" | "invalid_transition" | "report_not_ready" | "offer_not_available" | "offer_not_selected" | "quote_expired" | "already_paid" | "payment_not_required" | "session_closed" | "evidence_limit" | "answer_limit" | "feedback_limit" | "email_taken" | "already_claimed" | "account_busy" | "invite_active" | "invite_limit" | "share_link_limit" | "delivery_not_possible" | "delivery_limit" | "report_withdrawn" | "alias_not_allowed" | "agent_not_allowed" | "human_review_required" | "mail_not_configured" | "revision_conflict" | "already_superseded" | "belief_exists" | "market_city_unknown" | "provider_busy" | "dispatch_running" | "no_candidates" | "offer_gone" | "scope_unknown" | "ticket_code_taken" | "lease_held" | "verification_incomplete" | "experiment_exists" | "experiment_running" | "forbidden_axis" | "axis_not_supported" | "acknowledgement_missing" | "baseline_missing" | "push_off" | "push_limit" | "job_schedule_limit" | "webhook_limit" | "clock_limit" | "sandbox_limit" | "log_size" | "media_unavailable" | "token_expired" | "erased" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "range_not_satisfiable" | "rate_limited" | "internal_error" | "unavailable";
            hint: string;
            request_id: string;
        };
    };
    responses: {
        "not_modified.paged": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                ETag: components["headers"]["ETag"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content?: never;
        };
        bad_cursor: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "api_key_missing.api_key_invalid": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "scope_missing.test_mode": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        not_acceptable: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        uri_too_long: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        rate_limited: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        internal_error: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        unavailable: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        validation_failed: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HTTPValidationError"];
            };
        };
        not_modified: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        mail_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        bad_request: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        request_timeout: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.invalid_transition": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        erased: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        payload_too_large: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        unsupported_media_type: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Accept-Encoding": components["headers"]["AcceptEncoding"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        scope_missing: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        job_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "job_not_found.report_version_not_found.step_not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "job_not_found.step_not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.job_schedule_limit": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        job_schedule_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        token_invalid: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        test_mode: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        token_expired: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "token_expired.erased": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "api_key_missing.api_key_invalid.token_invalid": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "job_not_found.report_not_found.report_version_not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.report_not_ready": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        site_check_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "site_check_not_found.report_not_found.report_version_not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.intake_conflict": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.already_claimed": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "site_check_not_found.report_version_not_found.step_not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "session_missing.session_invalid": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "origin_refused.test_mode": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.email_taken": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        login_failed: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "session_missing.session_invalid.login_failed": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        customer_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "site_check_not_found.report_not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "site_check_not_found.share_link_not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "session_missing.session_invalid.api_key_invalid": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "origin_refused.scope_missing.test_mode": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        invite_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "scope_missing.test_mode.actor_not_allowed": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "job_not_found.report_not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        email_message_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "email_message_not_found.job_not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.alias_not_allowed": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.market_city_unknown": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        provider_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.provider_busy": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "job_not_found.provider_not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        dispatch_run_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.offer_gone": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.account_busy": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.revision_conflict": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        agent_state_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        belief_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        decision_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "ticket_not_found.not_found": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        ticket_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.clock_limit": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        log_entry_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        log_size: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        scope_unknown: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.scope_unknown": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        experiment_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        invalid_transition: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        event_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        webhook_endpoint_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "idempotency_key_reused.idempotency_in_progress.webhook_limit": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfterEqual"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        webhook_delivery_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "rate_limited.unlimited": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "unavailable.unlimited": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "not_found.unlimited": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        step_not_found: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "invalid_transition.evidence_limit": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "token_expired.erased.unlimited": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "unsupported_media_type.unlimited": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Accept-Encoding": components["headers"]["AcceptEncoding"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "range_not_satisfiable.unlimited": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Content-Range": components["headers"]["ContentRange"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "validation_failed.unlimited": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HTTPValidationError"];
            };
        };
        "test_mode.unlimited": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "internal_error.unlimited": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        "token_expired.unlimited": {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        query_status: string | null;
        query_kind: ("confirm_email" | "password_reset" | "password_changed" | "request_received" | "quote_expiring" | "payment_received" | "payment_refunded" | "verifier_on_way" | "photos_received" | "report_delivered" | "report_withdrawn" | "request_closed" | "capture_invite" | "invite_expired" | "dispatch_offer" | "outbound") | null;
        query_request_id: string | null;
        query_limit: number | null;
        query_cursor: string | null;
        path_mail_id: string;
        "header_Idempotency-Key": string;
        query_answer: string | null;
        query_service_key: string | null;
        query_box: string | null;
        query_near: string | null;
        query_market_city_key: string | null;
        query_created_after: string | null;
        query_created_before: string | null;
        query_updated_after: string | null;
        query_updated_before: string | null;
        query_completed_after: string | null;
        query_completed_before: string | null;
        query_expires_after: string | null;
        query_expires_before: string | null;
        query_metadata: {
            [key: string]: string;
        } | null;
        query_flagged: boolean | null;
        query_disputed: boolean | null;
        query_overdue: boolean | null;
        query_has_report: boolean | null;
        query_schedule_id: string | null;
        query_q: string | null;
        path_job_id: string;
        path_schedule_id: string;
        query_version: number | null;
        query_text: string;
        query_language: string;
        query_latitude: number;
        query_longitude: number;
        path_request_id: string;
        query_access_token: string;
        query_customer_id: string | null;
        query_intake_source: string | null;
        path_account_id: string;
        query_email: string | null;
        path_share_id: string;
        path_invite_id: string;
        query_folder: string | null;
        query_processing_status: string | null;
        query_routing_class: string | null;
        query_assigned_agent: string | null;
        query_related_job_id: string | null;
        path_message_id: string;
        path_provider_id: string;
        path_run_id: string;
        query_job_id: string | null;
        query_agent_name: string | null;
        query_action_type: string | null;
        query_experiment_id: string | null;
        path_agent_name: string;
        query_scope_type: string;
        query_scope_key: string;
        query_hours: number;
        path_belief_id: string;
        query_belief_key: string | null;
        query_min_confidence: number | null;
        path_decision_id: string;
        query_category: string | null;
        query_author_id: string | null;
        query_source_type: string | null;
        query_source_id: string | null;
        path_ticket_id: string;
        query_owning_plane: string | null;
        query_requesting_plane: string | null;
        query_incident_code: string | null;
        query_report_id: string;
        query_tree_size: number | null;
        query_from: number;
        query_to: number | null;
        path_experiment_id: string;
        query_surface: string | null;
        query_unit_key: string;
        query_after: number;
        query_types: string | null;
        path_event_id: string;
        path_endpoint_id: string;
        query_event_id: string | null;
        path_delivery_id: string;
        path_evidence_id: string;
        query_preview: "640";
        path_level: string;
        path_number: string;
    };
    requestBodies: never;
    headers: {
        RequestId: string;
        ETag: string;
        ETagOfPage: string;
        Location: string;
        FileLocation: string;
        Link: string;
        IdempotentReplayed: "true";
        RateLimit: string;
        RateLimitPolicy: string;
        RetryAfter: number;
        RetryAfterEqual: number;
        AcceptEncoding: string;
        WWWAuthenticate: string;
        ContentDisposition: string;
        ContentRange: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_mails: {
        parameters: {
            query?: {
                status?: components["parameters"]["query_status"];
                kind?: components["parameters"]["query_kind"];
                request_id?: components["parameters"]["query_request_id"];
                limit?: components["parameters"]["query_limit"];
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_mail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mail_id: components["parameters"]["path_mail_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["mail_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    retry_mail: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                mail_id: components["parameters"]["path_mail_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["mail_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_jobs: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
                status?: string | null;
                answer?: components["parameters"]["query_answer"];
                service_key?: components["parameters"]["query_service_key"];
                box?: components["parameters"]["query_box"];
                near?: components["parameters"]["query_near"];
                market_city_key?: components["parameters"]["query_market_city_key"];
                created_after?: components["parameters"]["query_created_after"];
                created_before?: components["parameters"]["query_created_before"];
                updated_after?: components["parameters"]["query_updated_after"];
                updated_before?: components["parameters"]["query_updated_before"];
                completed_after?: components["parameters"]["query_completed_after"];
                completed_before?: components["parameters"]["query_completed_before"];
                expires_after?: components["parameters"]["query_expires_after"];
                expires_before?: components["parameters"]["query_expires_before"];
                metadata?: components["parameters"]["query_metadata"];
                flagged?: components["parameters"]["query_flagged"];
                disputed?: components["parameters"]["query_disputed"];
                overdue?: components["parameters"]["query_overdue"];
                has_report?: components["parameters"]["query_has_report"];
                schedule_id?: components["parameters"]["query_schedule_id"];
                q?: components["parameters"]["query_q"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSnapshotOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_job: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["CustomerSchemaIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobCreatedOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_jobs: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jobs": [
                 *         {
                 *           "objective": "Is the shop open?",
                 *           "address": "Alexanderplatz 1, 10178 Berlin",
                 *           "latitude": 52.5219,
                 *           "longitude": 13.4132,
                 *           "notes": "The entrance is on the square.",
                 *           "nonce": "shop-0042-2026-02-01",
                 *           "metadata": {
                 *             "shop": "0042"
                 *           }
                 *         },
                 *         {
                 *           "objective": "Is the shop open?",
                 *           "address": "Potsdamer Platz 1, 10785 Berlin",
                 *           "latitude": 52.5096,
                 *           "longitude": 13.376,
                 *           "notes": "Ring at the side door.",
                 *           "nonce": "shop-0043-2026-02-01",
                 *           "metadata": {
                 *             "shop": "0043"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateJobsIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobBatch"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: components["parameters"]["path_job_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSnapshotOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    update_job: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["UpdateJobIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSnapshotOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    submit_requester_feedback: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["RequesterFeedbackIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequesterFeedbackOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found.report_version_not_found.step_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_jobs_to_review: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSnapshotOut"][];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    open_job: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSnapshotOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    cancel_job: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["CancelJobIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSnapshotOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    assign_job: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["AssignJobIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignedJob"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    review_job: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["ReviewJobIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSnapshotOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["job_not_found.step_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_job_schedules: {
        parameters: {
            query?: {
                status?: string | null;
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobScheduleOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_job_schedule: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "job": {
                 *         "objective": "Is the shop open?",
                 *         "address": "Alexanderplatz 1, 10178 Berlin",
                 *         "latitude": 52.5219,
                 *         "longitude": 13.4132,
                 *         "notes": "The entrance is on the square.",
                 *         "metadata": {
                 *           "shop": "0042"
                 *         }
                 *       },
                 *       "rrule": "FREQ=MONTHLY;BYDAY=1MO",
                 *       "starts_at": "2026-02-01T09:00"
                 *     }
                 */
                "application/json": components["schemas"]["JobScheduleIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobScheduleOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.job_schedule_limit"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_job_schedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                schedule_id: components["parameters"]["path_schedule_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobScheduleOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_schedule_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    pause_job_schedule: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                schedule_id: components["parameters"]["path_schedule_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobScheduleOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_schedule_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    resume_job_schedule: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                schedule_id: components["parameters"]["path_schedule_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobScheduleOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_schedule_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    cancel_job_schedule: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                schedule_id: components["parameters"]["path_schedule_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobScheduleOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_schedule_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureTask"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["token_invalid"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            410: components["responses"]["token_expired"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_evidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: components["parameters"]["path_job_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicReportEvidenceItemOut"][];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            410: components["responses"]["erased"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    submit_evidence: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["EvidenceSubmitIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceSubmitOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found.step_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    release_task: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["ReleaseTaskIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleasedTask"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["token_invalid"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["token_expired.erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_answers: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path: {
                job_id: components["parameters"]["path_job_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answer"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    submit_answers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["SubmitAnswersIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnswerSubmission"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid.token_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["token_expired.erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    submit_provider_answers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["SubmitProviderAnswersIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnswerSubmission"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["token_invalid"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["token_expired.erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    submit_capture_answers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["SubmitCaptureAnswersIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnswerSubmission"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["token_invalid"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["token_expired.erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_report: {
        parameters: {
            query?: {
                version?: components["parameters"]["query_version"];
            };
            header?: never;
            path: {
                job_id: components["parameters"]["path_job_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RealityReportOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found.report_not_found.report_version_not_found"];
            406: components["responses"]["not_acceptable"];
            410: components["responses"]["erased"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_reality_report: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RealityReportOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.report_not_ready"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    search_places: {
        parameters: {
            query: {
                text: components["parameters"]["query_text"];
                near?: string | null;
                language?: components["parameters"]["query_language"];
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceListOut"];
                };
            };
            304: components["responses"]["not_modified"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    describe_place: {
        parameters: {
            query: {
                latitude: components["parameters"]["query_latitude"];
                longitude: components["parameters"]["query_longitude"];
                language?: components["parameters"]["query_language"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceListOut"];
                };
            };
            304: components["responses"]["not_modified"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_serviceability: {
        parameters: {
            query: {
                latitude: components["parameters"]["query_latitude"];
                longitude: components["parameters"]["query_longitude"];
                service_key?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicServiceabilityGuidanceOut"];
                };
            };
            304: components["responses"]["not_modified"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueService"][];
                };
            };
            304: components["responses"]["not_modified"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_site_check: {
        parameters: {
            query: {
                access_token: components["parameters"]["query_access_token"];
            };
            header?: never;
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSiteCheckStatusOut"];
                };
            };
            304: components["responses"]["not_modified"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    update_site_check_contact: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs",
                 *       "requester_email": "ada@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSiteCheckContactIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSiteCheckStatusOut"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.already_claimed"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_site_check_report: {
        parameters: {
            query: {
                access_token: components["parameters"]["query_access_token"];
                version?: components["parameters"]["query_version"];
            };
            header?: never;
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSiteCheckReportOut"];
                };
            };
            304: components["responses"]["not_modified"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found.report_not_found.report_version_not_found"];
            406: components["responses"]["not_acceptable"];
            410: components["responses"]["erased"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_site_checks: {
        parameters: {
            query?: {
                status?: string | null;
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
                customer_id?: components["parameters"]["query_customer_id"];
                intake_source?: components["parameters"]["query_intake_source"];
                created_after?: string | null;
                created_before?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSiteCheckStatusOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    request_site_check: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["PublicSiteCheckRequestIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSiteCheckRequestOut"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.intake_conflict"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    select_site_check_offer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
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
                "application/json": components["schemas"]["PublicSiteCheckSelectOfferIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSiteCheckStatusOut"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_checkout_session: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
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
                "application/json": components["schemas"]["PublicSiteCheckCreateCheckoutSessionIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSiteCheckStatusOut"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    start_self_service_capture: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
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
                "application/json": components["schemas"]["StartSelfServiceCaptureIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedCapture"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    submit_site_check_feedback: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
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
                "application/json": components["schemas"]["SubmitSiteCheckFeedbackIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequesterFeedbackOut"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found.report_version_not_found.step_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    cancel_site_check: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
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
                "application/json": components["schemas"]["CancelSiteCheckIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSiteCheckStatusOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAuthSessionOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    register_customer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["CustomerAuthRegisterIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAuthSessionOut"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.email_taken"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    login_customer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["CustomerAuthLoginIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAuthSessionOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["login_failed"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    logout_customer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["LogoutCustomerIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAuthSessionOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    confirm_customer_email: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["ConfirmCustomerEmailIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAccountOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["token_invalid"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["token_expired.erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    resend_customer_confirmation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAccountOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    request_password_reset: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["RequestPasswordResetIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetReceipt"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    reset_customer_password: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["ResetCustomerPasswordIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAuthSessionOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["token_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["token_expired.erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    change_customer_password: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["ChangeCustomerPasswordIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAuthSessionOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid.login_failed"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    update_customer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["UpdateCustomerIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAccountOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_customer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: components["parameters"]["path_account_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAccountOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["customer_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_customers: {
        parameters: {
            query?: {
                email?: components["parameters"]["query_email"];
                limit?: number | null;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAccountOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_customer_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRequestStatusOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_customer_requests: {
        parameters: {
            query?: {
                status?: string | null;
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRequestListOut"];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_customer_request: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["CustomerRequestCreateIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRequestCreateOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.intake_conflict"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_customer_request_report: {
        parameters: {
            query?: {
                version?: components["parameters"]["query_version"];
            };
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRequestReportOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found.report_not_found.report_version_not_found"];
            406: components["responses"]["not_acceptable"];
            410: components["responses"]["erased"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_self_service_request: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["CustomerSelfServiceRequestCreateIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRequestCreateOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.intake_conflict"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    claim_customer_request: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["CustomerRequestClaimIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRequestStatusOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.already_claimed"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    select_customer_request_offer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
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
                "application/json": components["schemas"]["CustomerRequestSelectOfferIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRequestStatusOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_customer_checkout_session: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["CustomerRequestCreateCheckoutSessionIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRequestStatusOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    start_customer_capture: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartedCapture"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    submit_customer_request_feedback: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
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
                "application/json": components["schemas"]["RequesterFeedbackIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequesterFeedbackOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found.report_version_not_found.step_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    cancel_customer_request: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
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
                "application/json": components["schemas"]["CancelCustomerRequestIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerRequestStatusOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_share_links: {
        parameters: {
            query: {
                access_token: components["parameters"]["query_access_token"];
            };
            header?: never;
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkOut"][];
                };
            };
            304: components["responses"]["not_modified"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_share_link: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs",
                 *       "expires_in_days": 30
                 *     }
                 */
                "application/json": components["schemas"]["CreateShareLinkIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkOut"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found.report_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    revoke_share_link: {
        parameters: {
            query: {
                access_token: components["parameters"]["query_access_token"];
            };
            header?: never;
            path: {
                request_id: components["parameters"]["path_request_id"];
                share_id: components["parameters"]["path_share_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkOut"];
                };
            };
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found.share_link_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_customer_share_links: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkOut"][];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_customer_share_link: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expires_in_days": 30
                 *     }
                 */
                "application/json": components["schemas"]["CreateCustomerShareLinkIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found.report_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    revoke_customer_share_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
                share_id: components["parameters"]["path_share_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkOut"];
                };
            };
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found.share_link_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_self_service_invites: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSelfServiceInviteOut"][];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["session_missing.session_invalid.api_key_invalid"];
            403: components["responses"]["origin_refused.scope_missing.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_self_service_invite: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
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
                "application/json": components["schemas"]["CustomerSelfServiceInviteIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSelfServiceInviteOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid.api_key_invalid"];
            403: components["responses"]["origin_refused.scope_missing.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_self_service_invite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invite_id: components["parameters"]["path_invite_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSelfServiceInviteOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["session_missing.session_invalid.api_key_invalid"];
            403: components["responses"]["origin_refused.scope_missing.test_mode"];
            404: components["responses"]["invite_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    resend_self_service_invite: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                invite_id: components["parameters"]["path_invite_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSelfServiceInviteOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid.api_key_invalid"];
            403: components["responses"]["origin_refused.scope_missing.test_mode"];
            404: components["responses"]["invite_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    reassign_self_service_invite: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                invite_id: components["parameters"]["path_invite_id"];
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
                "application/json": components["schemas"]["CustomerSelfServiceInviteIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSelfServiceInviteOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid.api_key_invalid"];
            403: components["responses"]["origin_refused.scope_missing.test_mode"];
            404: components["responses"]["invite_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    revoke_self_service_invite: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                invite_id: components["parameters"]["path_invite_id"];
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
                "application/json": components["schemas"]["RevokeSelfServiceInviteIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSelfServiceInviteOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid.api_key_invalid"];
            403: components["responses"]["origin_refused.scope_missing.test_mode"];
            404: components["responses"]["invite_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deliver_reality_report: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["DeliverRealityReportIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliverRealityReportOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode.actor_not_allowed"];
            404: components["responses"]["job_not_found.report_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    withdraw_reality_report: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["WithdrawRealityReportIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicReportStateOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["job_not_found.report_not_found.report_version_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_email_messages: {
        parameters: {
            query?: {
                folder?: components["parameters"]["query_folder"];
                processing_status?: components["parameters"]["query_processing_status"];
                routing_class?: components["parameters"]["query_routing_class"];
                assigned_agent?: components["parameters"]["query_assigned_agent"];
                related_job_id?: components["parameters"]["query_related_job_id"];
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailInboxMessageListOut"];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    ingest_email_message: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["EmailInboxMessageIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailInboxMessageIngestOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_email_message: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                message_id: components["parameters"]["path_message_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailInboxMessageOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["email_message_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    set_email_message_status: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                message_id: components["parameters"]["path_message_id"];
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
                "application/json": components["schemas"]["EmailInboxMessageStatusIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailInboxMessageOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["email_message_not_found.job_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailInboxPolicyOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    draft_email_reply: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                message_id: components["parameters"]["path_message_id"];
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
                "application/json": components["schemas"]["EmailReplyDraftIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailReplyDraftOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["email_message_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.alias_not_allowed"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    send_email: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["EmailOutboundSendIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailOutboundSendOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode.actor_not_allowed"];
            404: components["responses"]["email_message_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_providers: {
        parameters: {
            query?: {
                status?: string | null;
                market_city_key?: string | null;
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_provider: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["CreateProviderIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.market_city_unknown"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_provider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider_id: components["parameters"]["path_provider_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["provider_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    update_provider: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                provider_id: components["parameters"]["path_provider_id"];
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
                "application/json": components["schemas"]["UpdateProviderIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["provider_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    erase_provider: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                provider_id: components["parameters"]["path_provider_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["provider_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.provider_busy"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    start_dispatch_run: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["StartDispatchRunIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DispatchRunSummaryOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["job_not_found.provider_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    cancel_dispatch_run: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                run_id: components["parameters"]["path_run_id"];
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
                "application/json": components["schemas"]["CancelDispatchRunIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DispatchRunSummaryOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["dispatch_run_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_dispatch_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: components["parameters"]["path_run_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DispatchRunSummaryOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["dispatch_run_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_dispatch_runs: {
        parameters: {
            query?: {
                job_id?: components["parameters"]["query_job_id"];
                status?: string | null;
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DispatchRunSummaryOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderOffer"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["token_invalid"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            410: components["responses"]["token_expired"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    accept_provider_offer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedProviderOffer"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["token_invalid"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.offer_gone"];
            410: components["responses"]["token_expired.erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    decline_provider_offer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["DeclineProviderOfferIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderOffer"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["token_invalid"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.offer_gone"];
            410: components["responses"]["token_expired.erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_customer_export: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerExport"];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    erase_job: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSnapshotOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    erase_site_check: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
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
                "application/json": components["schemas"]["EraseSiteCheckIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedSiteCheck"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.account_busy"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    erase_customer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["EraseCustomerIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid.login_failed"];
            403: components["responses"]["origin_refused.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.account_busy"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    erase_customer_account: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                account_id: components["parameters"]["path_account_id"];
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
                "application/json": components["schemas"]["EraseCustomerAccountIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["customer_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.account_busy"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_agent_action_events: {
        parameters: {
            query?: {
                agent_name?: components["parameters"]["query_agent_name"];
                action_type?: components["parameters"]["query_action_type"];
                status?: string | null;
                job_id?: string | null;
                experiment_id?: components["parameters"]["query_experiment_id"];
                created_after?: string | null;
                created_before?: string | null;
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentActionEventOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    record_agent_action: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["AgentActionEventIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentActionEventOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["job_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_agent_state: {
        parameters: {
            query?: {
                scope_type?: components["parameters"]["query_scope_type"];
                scope_key?: components["parameters"]["query_scope_key"];
            };
            header?: never;
            path: {
                agent_name: components["parameters"]["path_agent_name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStateOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["agent_state_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    upsert_agent_state: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                agent_name: components["parameters"]["path_agent_name"];
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
                "application/json": components["schemas"]["AgentStateUpsertIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStateOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.revision_conflict"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_agent_states: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path: {
                agent_name: components["parameters"]["path_agent_name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentStateOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_agent_telemetry: {
        parameters: {
            query: {
                agent_name: string;
                hours?: components["parameters"]["query_hours"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTelemetrySummary"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    record_agent_telemetry: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["AgentTelemetryIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentTelemetryOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_beliefs: {
        parameters: {
            query?: {
                scope_type?: string | null;
                scope_key?: string | null;
                belief_key?: components["parameters"]["query_belief_key"];
                status?: string | null;
                min_confidence?: components["parameters"]["query_min_confidence"];
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeliefRecordOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_belief: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["BeliefRecordCreateIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeliefRecordOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["belief_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_belief: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                belief_id: components["parameters"]["path_belief_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeliefRecordOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["belief_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    retire_belief: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                belief_id: components["parameters"]["path_belief_id"];
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
                "application/json": components["schemas"]["RetireBeliefIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeliefRecordOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["belief_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_decisions: {
        parameters: {
            query?: {
                category?: components["parameters"]["query_category"];
                author_id?: components["parameters"]["query_author_id"];
                source_type?: components["parameters"]["query_source_type"];
                source_id?: components["parameters"]["query_source_id"];
                created_after?: string | null;
                created_before?: string | null;
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionLogEntryOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    log_decision: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "category": "pricing",
                 *       "rationale": "Two weeks of figures are too few to raise it.",
                 *       "tradeoffs": {
                 *         "revenue": "lower for a month",
                 *         "trust": "no surprise for customers"
                 *       },
                 *       "author_type": "person",
                 *       "author_id": "founder"
                 *     }
                 */
                "application/json": components["schemas"]["DecisionLogEntryIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionLogEntryOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_decision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                decision_id: components["parameters"]["path_decision_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionLogEntryOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["decision_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_director_tickets: {
        parameters: {
            query?: {
                status?: string | null;
                owning_plane?: components["parameters"]["query_owning_plane"];
                requesting_plane?: components["parameters"]["query_requesting_plane"];
                incident_code?: components["parameters"]["query_incident_code"];
                overdue?: boolean | null;
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectorTicketOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_director_ticket: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["DirectorTicketCreateIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectorTicketOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_director_ticket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket_id: components["parameters"]["path_ticket_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectorTicketOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["ticket_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    update_director_ticket: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                ticket_id: components["parameters"]["path_ticket_id"];
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
                "application/json": components["schemas"]["DirectorTicketUpdateIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectorTicketOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["ticket_not_found.not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    claim_director_ticket: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["ClaimDirectorTicketIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectorTicketClaim"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["ticket_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    release_director_ticket: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                ticket_id: components["parameters"]["path_ticket_id"];
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
                "application/json": components["schemas"]["ReleaseDirectorTicketIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectorTicketOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["ticket_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxClock"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    advance_sandbox_clock: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["AdvanceSandboxClockIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvancedSandboxClock"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.clock_limit"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    review_sandbox_job: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                job_id: components["parameters"]["path_job_id"];
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
                "application/json": components["schemas"]["ReviewSandboxJobIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSnapshotOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found.step_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_log_proof: {
        parameters: {
            query: {
                report_id: components["parameters"]["query_report_id"];
                version: number;
                tree_size?: components["parameters"]["query_tree_size"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogProof"];
                };
            };
            304: components["responses"]["not_modified"];
            404: components["responses"]["log_entry_not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["log_size"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_log_consistency: {
        parameters: {
            query: {
                from: components["parameters"]["query_from"];
                to?: components["parameters"]["query_to"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogConsistency"];
                };
            };
            304: components["responses"]["not_modified"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["log_size"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    evaluate_adaptive_cadence: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["AdaptiveCadenceEvaluateIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdaptiveCadenceDecisionOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_adaptive_cadence: {
        parameters: {
            query?: {
                scope_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdaptiveCadenceDecisionOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_kpi_snapshots: {
        parameters: {
            query: {
                scope_type?: string;
                scope_key?: string;
                from: string;
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyKpiSnapshotOut"][];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["scope_unknown"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    compute_kpi_snapshot: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["DailyKpiSnapshotIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyKpiSnapshotOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.scope_unknown"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_experiments: {
        parameters: {
            query?: {
                status?: string | null;
                surface?: components["parameters"]["query_surface"];
                owning_plane?: string | null;
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_experiment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
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
                "application/json": components["schemas"]["ExperimentCreateIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_experiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: components["parameters"]["path_experiment_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["experiment_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    move_experiment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                experiment_id: components["parameters"]["path_experiment_id"];
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
                "application/json": components["schemas"]["MoveExperimentIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["experiment_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_experiment_assignment: {
        parameters: {
            query: {
                unit_key: components["parameters"]["query_unit_key"];
            };
            header?: never;
            path: {
                experiment_id: components["parameters"]["path_experiment_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentAssignment"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["experiment_not_found"];
            406: components["responses"]["not_acceptable"];
            409: components["responses"]["invalid_transition"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_experiment_result: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                experiment_id: components["parameters"]["path_experiment_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentResult"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            404: components["responses"]["experiment_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_push_key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushKeyOut"];
                };
            };
            304: components["responses"]["not_modified"];
            403: components["responses"]["test_mode"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_site_check_push_subscription: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs",
                 *       "endpoint": "https://push.example.com/send/gAAAAABl",
                 *       "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                 *       "auth": "BTBZMqHH6r4Tts7J_aSIgg"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSiteCheckPushSubscriptionIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSubscriptionOut"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    delete_site_check_push_subscription: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "access_token": "mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs",
                 *       "endpoint": "https://push.example.com/send/gAAAAABl"
                 *     }
                 */
                "application/json": components["schemas"]["DeleteSiteCheckPushSubscriptionIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSubscriptionDeletedOut"];
                };
            };
            400: components["responses"]["bad_request"];
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_customer_push_subscription: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://push.example.com/send/gAAAAABl",
                 *       "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                 *       "auth": "BTBZMqHH6r4Tts7J_aSIgg"
                 *     }
                 */
                "application/json": components["schemas"]["PushSubscriptionIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSubscriptionOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    delete_customer_push_subscription: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://push.example.com/send/gAAAAABl"
                 *     }
                 */
                "application/json": components["schemas"]["PushSubscriptionDeleteIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSubscriptionDeletedOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_operator_push_subscription: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://push.example.com/send/gAAAAABl",
                 *       "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                 *       "auth": "BTBZMqHH6r4Tts7J_aSIgg"
                 *     }
                 */
                "application/json": components["schemas"]["PushSubscriptionIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSubscriptionOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Retry-After": components["headers"]["RetryAfterEqual"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    delete_operator_push_subscription: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://push.example.com/send/gAAAAABl"
                 *     }
                 */
                "application/json": components["schemas"]["PushSubscriptionDeleteIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushSubscriptionDeletedOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing.test_mode"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_events: {
        parameters: {
            query?: {
                after?: components["parameters"]["query_after"];
                types?: components["parameters"]["query_types"];
                job_id?: string | null;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETagOfPage"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventOut"][];
                    "text/event-stream": string;
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_event: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: components["parameters"]["path_event_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["event_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointOut"][];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    create_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/verification",
                 *       "event_types": [
                 *         "job.completed",
                 *         "job.failed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointIn"];
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecretOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.webhook_limit"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: components["parameters"]["path_endpoint_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointOut"];
                };
            };
            304: components["responses"]["not_modified"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["webhook_endpoint_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    update_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                endpoint_id: components["parameters"]["path_endpoint_id"];
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
                "application/json": components["schemas"]["WebhookEndpointUpdateIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["webhook_endpoint_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    list_webhook_deliveries: {
        parameters: {
            query?: {
                status?: string | null;
                event_id?: components["parameters"]["query_event_id"];
                limit?: number;
                cursor?: components["parameters"]["query_cursor"];
            };
            header?: never;
            path: {
                endpoint_id: components["parameters"]["path_endpoint_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryOut"][];
                };
            };
            304: components["responses"]["not_modified.paged"];
            400: components["responses"]["bad_cursor"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["webhook_endpoint_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    delete_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                endpoint_id: components["parameters"]["path_endpoint_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["webhook_endpoint_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    rotate_webhook_secret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                endpoint_id: components["parameters"]["path_endpoint_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecretOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["webhook_endpoint_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    test_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                endpoint_id: components["parameters"]["path_endpoint_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["webhook_endpoint_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    replay_webhook_delivery: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                delivery_id: components["parameters"]["path_delivery_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["webhook_delivery_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress.invalid_transition"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    replay_webhook_events: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["header_Idempotency-Key"];
            };
            path: {
                endpoint_id: components["parameters"]["path_endpoint_id"];
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
                "application/json": components["schemas"]["WebhookReplayIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["webhook_endpoint_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["idempotency_key_reused.idempotency_in_progress"];
            410: components["responses"]["erased"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            414: components["responses"]["uri_too_long"];
        };
    };
    get_report_pdf: {
        parameters: {
            query?: {
                version?: components["parameters"]["query_version"];
                language?: string | null;
            };
            header?: never;
            path: {
                job_id: components["parameters"]["path_job_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            304: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["api_key_missing.api_key_invalid"];
            403: components["responses"]["scope_missing"];
            404: components["responses"]["job_not_found.report_not_found.report_version_not_found"];
            406: components["responses"]["not_acceptable"];
            410: components["responses"]["erased"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jwk-set+json": {
                        keys: Record<string, never>[];
                    };
                };
            };
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jwk-set+json": {
                        keys: Record<string, never>[];
                    };
                };
            };
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
            503: components["responses"]["unavailable.unlimited"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pem-certificate-chain": string;
                };
            };
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pem-certificate-chain": string;
                };
            };
            404: components["responses"]["not_found.unlimited"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
            503: components["responses"]["unavailable.unlimited"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        interface_version: string;
                        base_url: string;
                        payments: string;
                        mail: boolean;
                        sms: boolean;
                        sandbox: boolean;
                        docs: string;
                        graphql: string;
                        mcp: string;
                    };
                };
            };
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
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
                "multipart/form-data": {
                    provider_task_token: string;
                    /** Format: double */
                    latitude: number;
                    /** Format: double */
                    longitude: number;
                    /** Format: date-time */
                    captured_at: string;
                    accuracy_m?: number | null;
                    resized_from?: string | null;
                    notes?: string | null;
                    step_name?: string | null;
                    nonce?: string | null;
                    media_sha256?: string | null;
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceSubmitOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["token_invalid"];
            404: components["responses"]["step_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["invalid_transition.evidence_limit"];
            410: components["responses"]["token_expired"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
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
                "multipart/form-data": {
                    capture_token: string;
                    /** Format: double */
                    latitude: number;
                    /** Format: double */
                    longitude: number;
                    /** Format: date-time */
                    captured_at: string;
                    accuracy_m?: number | null;
                    resized_from?: string | null;
                    notes?: string | null;
                    step_name?: string | null;
                    nonce?: string | null;
                    media_sha256?: string | null;
                    /** Format: binary */
                    file: Blob;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceSubmitOut"];
                };
            };
            400: components["responses"]["bad_request"];
            401: components["responses"]["token_invalid"];
            404: components["responses"]["step_not_found"];
            406: components["responses"]["not_acceptable"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["invalid_transition.evidence_limit"];
            410: components["responses"]["token_expired"];
            413: components["responses"]["payload_too_large"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    read_media: {
        parameters: {
            query?: {
                preview?: components["parameters"]["query_preview"];
            };
            header?: never;
            path: {
                job_id: components["parameters"]["path_job_id"];
                evidence_id: components["parameters"]["path_evidence_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            206: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "Content-Range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            302: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["FileLocation"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["not_found.unlimited"];
            410: components["responses"]["token_expired.erased.unlimited"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type.unlimited"];
            416: components["responses"]["range_not_satisfiable.unlimited"];
            422: components["responses"]["validation_failed.unlimited"];
            429: components["responses"]["rate_limited.unlimited"];
            503: components["responses"]["unavailable.unlimited"];
        };
    };
    read_sandbox_media: {
        parameters: {
            query?: {
                preview?: components["parameters"]["query_preview"];
            };
            header?: never;
            path: {
                job_id: components["parameters"]["path_job_id"];
                evidence_id: components["parameters"]["path_evidence_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            206: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "Content-Range": components["headers"]["ContentRange"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            302: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["FileLocation"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["not_found.unlimited"];
            410: components["responses"]["token_expired.erased.unlimited"];
            414: components["responses"]["uri_too_long"];
            415: components["responses"]["unsupported_media_type.unlimited"];
            416: components["responses"]["range_not_satisfiable.unlimited"];
            422: components["responses"]["validation_failed.unlimited"];
            429: components["responses"]["rate_limited.unlimited"];
            503: components["responses"]["unavailable.unlimited"];
        };
    };
    get_site_check_report_pdf: {
        parameters: {
            query: {
                access_token: components["parameters"]["query_access_token"];
                version?: components["parameters"]["query_version"];
                language?: string | null;
            };
            header?: never;
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            304: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["test_mode"];
            404: components["responses"]["site_check_not_found.report_not_found.report_version_not_found"];
            406: components["responses"]["not_acceptable"];
            410: components["responses"]["erased"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    get_customer_request_report_pdf: {
        parameters: {
            query?: {
                version?: components["parameters"]["query_version"];
                language?: string | null;
            };
            header?: never;
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            304: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["session_missing.session_invalid"];
            403: components["responses"]["origin_refused.test_mode"];
            404: components["responses"]["site_check_not_found.report_not_found.report_version_not_found"];
            406: components["responses"]["not_acceptable"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["unavailable"];
        };
    };
    read_signed_report_cover: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
            403: components["responses"]["test_mode.unlimited"];
            404: components["responses"]["not_found.unlimited"];
            410: components["responses"]["token_expired.erased.unlimited"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
            500: components["responses"]["internal_error.unlimited"];
            503: components["responses"]["unavailable.unlimited"];
        };
    };
    read_signed_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSiteCheckReportOut"];
                };
            };
            304: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["test_mode.unlimited"];
            404: components["responses"]["not_found.unlimited"];
            410: components["responses"]["token_expired.unlimited"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
            500: components["responses"]["internal_error.unlimited"];
            503: components["responses"]["unavailable.unlimited"];
        };
    };
    read_signed_report_pdf: {
        parameters: {
            query?: {
                language?: string | null;
            };
            header?: never;
            path: {
                request_id: components["parameters"]["path_request_id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            304: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["test_mode.unlimited"];
            404: components["responses"]["not_found.unlimited"];
            410: components["responses"]["token_expired.unlimited"];
            414: components["responses"]["uri_too_long"];
            422: components["responses"]["validation_failed.unlimited"];
            429: components["responses"]["rate_limited.unlimited"];
            500: components["responses"]["internal_error.unlimited"];
            503: components["responses"]["unavailable.unlimited"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
        };
    };
    get_log_tile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                level: components["parameters"]["path_level"];
                number: components["parameters"]["path_number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            404: components["responses"]["not_found.unlimited"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            404: components["responses"]["not_found.unlimited"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
            503: components["responses"]["unavailable.unlimited"];
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
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            404: components["responses"]["not_found.unlimited"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
            503: components["responses"]["unavailable.unlimited"];
        };
    };
    get_sandbox_log_tile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                level: components["parameters"]["path_level"];
                number: components["parameters"]["path_number"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            404: components["responses"]["not_found.unlimited"];
            414: components["responses"]["uri_too_long"];
            429: components["responses"]["rate_limited.unlimited"];
            503: components["responses"]["unavailable.unlimited"];
        };
    };
    receive_event: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventOut"];
            };
        };
        responses: {
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
