//===- TuningRecords.h - What is known of schedules -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record says what one schedule did with some operands: its time, or why
// there is none. Records are kept in the tuning store by a key that says what
// the times depend on, and are independent of the list of candidates, so that a
// search that is stopped goes on where it was.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_TUNINGRECORDS_H
#define WEFT_TOOLS_WEFT_TUNINGRECORDS_H

#include "Api.h"
#include "CommandLine.h"

#include <map>

namespace weft {
namespace driver {

struct TuningRecord {
  enum class Status {
    /// Its process has not said more.
    Started,
    Measured,
    Refused,
    /// Its result differs from that of the kernel without a schedule.
    Wrong,
    /// It was given up after a multiple of the time without a schedule.
    Slow
  };

  std::string schedule;
  Status status = Status::Started;
  /// The least time of the runs and their standard deviation, in milliseconds.
  double time = 0, deviation = 0;
  /// How many runs there were; of a started one, the process, or zero if the
  /// user has stopped it.
  int64_t runs = 0;
  /// Why it was refused or what is wrong, on one line.
  std::string reason;

  std::string print() const;
};

/// A record of a line; false if the line is none.
bool parseRecord(const std::string &text, TuningRecord &record);

/// What times of a kernel depend on: the expression, the formats, types and
/// bucketed sizes of its tensors, the stated sizes, words for the compiler and
/// threads. The store
/// adds the version and the processor.
std::string makeTuningKey(const CommandLine &line, const weft_kernel *kernel,
                          const std::vector<const weft_tensor *> &operands);

class TuningRecords {
public:
  /// Reads the store, if kernels are kept.
  TuningRecords(const CommandLine &line, std::string key);

  const TuningRecord *find(const std::string &schedule) const;
  /// Adds a record to the next ones that `flush` writes.
  void add(const TuningRecord &record);
  /// Writes new records to the store.
  void flush();
  /// The fastest schedule of all; null if none was measured.
  const TuningRecord *findBest() const;

  /// Reads and writes a file of records. On failure these return false and set
  /// `message`.
  bool importFrom(const std::string &path, std::string &message);
  bool exportTo(const std::string &path, std::string &message) const;

private:
  void take(const std::string &lines);

  bool isKept;
  std::string key, unwritten;
  std::map<std::string, TuningRecord> records;
};

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_TUNINGRECORDS_H
