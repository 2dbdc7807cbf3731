"""Calls a service with the generated Python client."""
import importlib
import os
import pkgutil

import openapi_client as client

for module in pkgutil.walk_packages(client.__path__, "openapi_client."):
    importlib.import_module(module.name)

config = client.Configuration(host=os.environ["SERVICE_URL"], api_key={"apiKey": os.environ["API_KEY"]})
with client.ApiClient(config) as api:
    jobs = client.JobsApi(api)

    def create(latitude, nonce):
        return jobs.create_job(client.CustomerSchemaIn(
            objective="Is the shop open?", address="Alexanderplatz 1", latitude=latitude, longitude=13.4132,
            notes="None.", nonce=nonce))

    created, far = create(52.5219, "python-client-0001"), create(-2.35e104, "python-client-0002")
    listed = jobs.list_jobs(limit=10)
    assert [job.job_id for job in listed[:2]] == [far.job_id, created.job_id], listed
    assert listed[0].latitude == -2.35e104
    assert jobs.get_job(created.job_id).job_id == created.job_id
    try:
        client.ReportsApi(api).get_report_pdf(created.job_id)
        raise AssertionError("a job without a report has a PDF")
    except client.exceptions.NotFoundException:
        pass
    assert jobs.cancel_job(created.job_id, client.CancelJobIn()).status == "cancelled"
    client.WebhooksApi(api).list_webhook_endpoints()
