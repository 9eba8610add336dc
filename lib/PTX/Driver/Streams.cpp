//===- Streams.cpp - Streams and events -----------------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All work is done when a call returns, so that streams have nothing to wait
// for, and events are times of the host.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <chrono>

using namespace weft::ptx;

CUresult cuStreamCreate(CUstream *stream, unsigned) {
  Call call;
  if (!call)
    return call.result;
  if (!stream)
    return CUDA_ERROR_INVALID_VALUE;
  *stream = new CUstream_st;
  call.driver.streams.insert(*stream);
  return CUDA_SUCCESS;
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int) {
  return cuStreamCreate(stream, flags);
}

CUresult cuStreamDestroy_v2(CUstream stream) {
  Call call;
  if (!call)
    return call.result;
  if (!call.driver.streams.erase(stream))
    return CUDA_ERROR_INVALID_HANDLE;
  delete stream;
  return CUDA_SUCCESS;
}

static CUresult useStream(CUstream stream) {
  Call call;
  if (!call)
    return call.result;
  return call.driver.isStream(stream) ? CUDA_SUCCESS
                                      : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuStreamSynchronize(CUstream stream) { return useStream(stream); }

CUresult cuStreamQuery(CUstream stream) { return useStream(stream); }

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  Call call;
  if (!call)
    return call.result;
  bool isKnown =
      call.driver.isStream(stream) && call.driver.events.count(event);
  return isKnown ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuEventCreate(CUevent *event, unsigned) {
  Call call;
  if (!call)
    return call.result;
  if (!event)
    return CUDA_ERROR_INVALID_VALUE;
  *event = new CUevent_st;
  call.driver.events.insert(*event);
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event) {
  Call call;
  if (!call)
    return call.result;
  if (!call.driver.events.erase(event))
    return CUDA_ERROR_INVALID_HANDLE;
  delete event;
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  Call call;
  if (!call)
    return call.result;
  if (!call.driver.events.count(event) || !call.driver.isStream(stream))
    return CUDA_ERROR_INVALID_HANDLE;
  event->isRecorded = true;
  event->time = std::chrono::duration_cast<std::chrono::nanoseconds>(
                    std::chrono::steady_clock::now().time_since_epoch())
                    .count();
  return CUDA_SUCCESS;
}

static CUresult useEvent(CUevent event) {
  Call call;
  if (!call)
    return call.result;
  return call.driver.events.count(event) ? CUDA_SUCCESS
                                         : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuEventSynchronize(CUevent event) { return useEvent(event); }

CUresult cuEventQuery(CUevent event) { return useEvent(event); }

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  Call call;
  if (!call)
    return call.result;
  if (!milliseconds)
    return CUDA_ERROR_INVALID_VALUE;
  const auto &events = call.driver.events;
  if (!events.count(start) || !events.count(end) || !start->isRecorded ||
      !end->isRecorded)
    return CUDA_ERROR_INVALID_HANDLE;
  *milliseconds = float(double(end->time - start->time) * 1e-6);
  return CUDA_SUCCESS;
}

CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent start,
                               CUevent end) {
  return cuEventElapsedTime(milliseconds, start, end);
}
