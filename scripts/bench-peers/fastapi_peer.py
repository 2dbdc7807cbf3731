"""FastAPI on uvicorn (uvloop, httptools) with the asyncio driver; no access log."""

import hashlib
import json
import os
import socket
import time
import uuid
from datetime import datetime, timezone

import uvicorn
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel
from pymongo import AsyncMongoClient

client = AsyncMongoClient(os.environ["MONGODB_URI"], w="majority", journal=True, maxPoolSize=50)
db = client[os.environ["MONGODB_DB"]]
app = FastAPI()
template: dict = {}


class JobIn(BaseModel):
    objective: str
    address: str
    latitude: float
    longitude: float
    notes: str
    nonce: str


async def check(key: str | None) -> None:
    digest = hashlib.sha256((key or "").encode()).hexdigest()
    if await db.integrators.find_one({"keys.hash": digest}) is None:
        raise HTTPException(401)


@app.get("/cpu")
async def cpu():
    return {"cpu": time.process_time() * 1e6}


@app.get("/v1/jobs")
async def jobs(x_api_key: str | None = Header(None)):
    await check(x_api_key)
    return await db.jobs.find().sort([("createdAt", -1), ("_id", -1)]).limit(20).to_list()


@app.get("/v1/jobs/{job_id}")
async def job(job_id: str, x_api_key: str | None = Header(None)):
    await check(x_api_key)
    return await db.jobs.find_one({"_id": job_id})


@app.post("/v1/jobs", status_code=201)
async def create(given: JobIn, x_api_key: str | None = Header(None)):
    await check(x_api_key)
    if not template:
        template.update(await db.jobs.find_one({}, {"outbox": 0, "nonce": 0}))
    stored = {
        **template,
        **given.model_dump(),
        "_id": str(uuid.uuid4()),
        "createdAt": datetime.now(timezone.utc),
        "outbox": [],
    }
    await db.bench_copies.insert_one(stored)
    return stored


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
print(json.dumps({"port": listener.getsockname()[1]}), flush=True)
uvicorn.Server(uvicorn.Config(app, access_log=False, log_level="warning")).run([listener])
