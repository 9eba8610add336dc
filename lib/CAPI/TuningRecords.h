//===- TuningRecords.h - Recorded measurements ------------------*- C++ -*-===//
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

#ifndef WEFT_LIB_CAPI_TUNINGRECORDS_H
#define WEFT_LIB_CAPI_TUNINGRECORDS_H

#include "KernelHandle.h"

namespace weft {
namespace capi {

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

/// The name of a status, as records and weft_trial have it.
const char *getName(TuningRecord::Status status);

/// A record of a line; false if the line is none.
bool parseRecord(const std::string &text, TuningRecord &record);

/// The words of the options of a kernel without those of some names, such as
/// "schedule" for schedule=COMMANDS; each after a space.
std::string getOptionsWithout(const weft_kernel &kernel,
                              std::initializer_list<const char *> names);

/// The number of binary digits: sizes of one bucket differ by less than two
/// times.
int64_t getBucket(int64_t size);

/// What times of a kernel depend on: the expression, the formats, types and
/// bucketed sizes of its tensors, the stated sizes, words for the compiler and
/// threads. The store adds the version and the processor.
std::string makeTuningKey(const weft_kernel &kernel,
                          const weft_tensor *const *operands);

class TuningRecords {
public:
  /// Reads the store, if records are kept.
  TuningRecords(bool isKept, std::string key);

  const TuningRecord *find(const std::string &schedule) const;
  /// Adds a record to the next ones that `flush` writes.
  void add(const TuningRecord &record);
  /// Writes new records to the store.
  void flush();
  /// The fastest schedule of all; null if none was measured.
  const TuningRecord *findBest() const;

  /// All records as a text that names the version, the processor and the key.
  std::string print() const;
  /// Takes such a text, which messages call `name`.
  runtime::Status take(const std::string &text, const std::string &name);

private:
  void readStore();

  bool isKept;
  std::string key, unwritten;
  std::map<std::string, TuningRecord> records;
};

} // namespace capi
} // namespace weft

#endif // WEFT_LIB_CAPI_TUNINGRECORDS_H
