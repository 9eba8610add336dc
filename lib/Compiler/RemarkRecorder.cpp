//===- RemarkRecorder.cpp - Remarks at their place in the text ------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemarkRecorder.h"

#include "DiagnosticRecorder.h"

#include "weft/Dialect/Weft/IR/LoweringConfig.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/StringSaver.h"

#include <tuple>

using namespace mlir;
using namespace weft;

struct RemarkRecorder::Record {
  Location loc;
  bool isPassed;
  std::string transformation, text;

  /// Whether it is that of `cin-choose-lowering` that an option is on.
  bool isOfChoice() const {
    return isPassed && findLoweringOption(transformation) &&
           (StringRef(text).starts_with("is enabled") ||
            text == "is set by the schedule");
  }
};

class RemarkRecorder::Streamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Streamer(std::vector<Record> &records) : records(records) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    std::string text;
    for (const remark::detail::Remark::Arg &arg : remark.getArgs())
      text += arg.val;
    records.push_back({remark.getLocation(),
                       remark.getRemarkType() == llvm::remarks::Type::Passed,
                       remark.getRemarkName().str(), text});
  }

private:
  std::vector<Record> &records;
};

RemarkRecorder::RemarkRecorder(MLIRContext *context)
    : context(context), records(std::make_unique<std::vector<Record>>()) {
  remark::RemarkCategories categories;
  // Passes on statements have their names as categories.
  categories.passed = categories.missed =
      (kRemarkCategory + "|(cin|convert)-.*").str();
  LogicalResult isEnabled = remark::enableOptimizationRemarks(
      *context, std::make_unique<Streamer>(*records),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
  assert(succeeded(isEnabled) && "a streamer needs no file");
  (void)isEnabled;
}

RemarkRecorder::~RemarkRecorder() { context->setRemarkEngine(nullptr); }

void RemarkRecorder::addUnused() {
  llvm::StringSet<> reported;
  for (const Record &record : *records)
    if (!record.isOfChoice())
      reported.insert(record.transformation);
  std::vector<Record> unused;
  for (const Record &record : *records)
    if (record.isOfChoice() && !reported.contains(record.transformation))
      unused.push_back({record.loc, /*isPassed=*/false, record.transformation,
                        "found no loop or array of the kernel to transform"});
  llvm::append_range(*records, unused);
}

void RemarkRecorder::print(StringRef text, llvm::raw_ostream &os) const {
  // What is about no place comes first.
  using Place = std::pair<size_t, size_t>;
  using Remark = std::tuple<bool, StringRef, StringRef>;
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver names(memory);
  llvm::MapVector<Place, std::vector<Remark>> places;
  places[{0, 0}];
  for (const Record &record : *records) {
    std::optional<notation::Range> range = findRange(record.loc, text);
    Place place = range ? Place(range->begin, range->end) : Place(0, 0);
    Remark remark = {!record.isPassed, record.transformation, record.text};
    // The transformation of a loop is named as a command of a schedule would
    // be.
    auto loop = record.loc->findInstanceOf<FusedLocWith<StringAttr>>();
    if (loop && range)
      std::get<1>(remark) = names.save(record.transformation + "(" +
                                       loop.getMetadata().getValue() + ")");
    if (!llvm::is_contained(places[place], remark))
      places[place].push_back(remark);
  }
  auto sorted = places.takeVector();
  llvm::sort(sorted, [](const auto &left, const auto &right) {
    return left.first < right.first;
  });
  for (auto &[place, remarks] : sorted) {
    if (remarks.empty())
      continue;
    if (place.second != 0)
      os << notation::renderExcerpt(text, {place.first, place.second}) << "\n";
    for (bool isMissed : {false, true})
      for (auto [missed, transformation, reason] : remarks)
        if (missed == isMissed)
          os << "  " << (missed ? "missed" : "passed") << "  " << transformation
             << ": " << reason << "\n";
  }
}
