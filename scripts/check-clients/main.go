// Calls a service with the generated Go client.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func require(holds bool, what string) {
	if !holds {
		check(fmt.Errorf("not so: %s", what))
	}
}

func main() {
	config := client.NewConfiguration()
	config.Servers = client.ServerConfigurations{{URL: os.Getenv("SERVICE_URL")}}
	api := client.NewAPIClient(config)
	ctx := context.WithValue(context.Background(), client.ContextAPIKeys, map[string]client.APIKey{
		"apiKey": {Key: os.Getenv("API_KEY")},
	})
	create := func(latitude float64, nonce string) *client.JobCreatedOut {
		body := client.NewCustomerSchemaIn("Is the shop open?", "Alexanderplatz 1", latitude, 13.4132, "None.", nonce)
		job, _, err := api.JobsAPI.CreateJob(ctx).CustomerSchemaIn(*body).Execute()
		check(err)
		return job
	}
	created := create(52.5219, "go-client-0001")
	far := create(-2.35e104, "go-client-0002")
	listed, _, err := api.JobsAPI.ListJobs(ctx).Limit(10).Execute()
	check(err)
	require(len(listed) >= 2, "the list contains both jobs")
	require(listed[0].JobId == far.JobId && listed[0].Latitude == -2.35e104, "a double is kept")
	read, _, err := api.JobsAPI.GetJob(ctx, created.JobId).Execute()
	check(err)
	require(read.JobId == created.JobId, "the job is read by the id in the answer")
	_, response, err := api.ReportsAPI.GetReportPdf(ctx, created.JobId).Execute()
	require(err != nil && response.StatusCode == http.StatusNotFound, "a job without a report has no PDF (404)")
	cancelled, _, err := api.JobsAPI.CancelJob(ctx, created.JobId).CancelJobIn(*client.NewCancelJobIn()).Execute()
	check(err)
	require(cancelled.Status == "cancelled", "the job is cancelled")
	_, _, err = api.WebhooksAPI.ListWebhookEndpoints(ctx).Execute()
	check(err)
}
