//===- WeftAttributes.cpp - Attributes of loops -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text form of distributions, alone and in operations, and their verifier.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;

/// Parses `dynamic 64`, the number of which may be missing.
static ParseResult parsePartitions(AsmParser &parser, DistributionKind &kind,
                                   std::optional<int64_t> &chunk) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<DistributionKind> known = symbolizeDistributionKind(keyword);
  if (!known)
    return parser.emitError(loc)
           << "expected 'static' or 'dynamic', got '" << keyword << "'";
  kind = *known;
  int64_t number;
  OptionalParseResult hasNumber = parser.parseOptionalInteger(number);
  if (!hasNumber.has_value())
    return success();
  chunk = number;
  return *hasNumber;
}

static void printPartitions(AsmPrinter &printer, DistributionKind kind,
                            std::optional<int64_t> chunk) {
  printer << stringifyDistributionKind(kind);
  if (chunk)
    printer << " " << *chunk;
}

#include "weft/Dialect/Weft/IR/WeftEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Weft/IR/WeftAttributes.cpp.inc"

void WeftDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Dialect/Weft/IR/WeftAttributes.cpp.inc"
      >();
}

LogicalResult
DistributionAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                         DistributionKind kind, std::optional<int64_t> chunk) {
  if (chunk && *chunk < 1)
    return emitError() << "expected a positive number of iterations at a time, "
                          "got "
                       << *chunk;
  return success();
}

FailureOr<DistributionAttr> weft::parseDistribution(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  DistributionKind kind;
  std::optional<int64_t> chunk;
  if (parsePartitions(parser, kind, chunk))
    return failure();
  auto attr = parser.getChecked<DistributionAttr>(loc, parser.getContext(),
                                                  kind, chunk);
  if (!attr)
    return failure();
  return attr;
}

void weft::printDistribution(AsmPrinter &printer, DistributionAttr attr) {
  printPartitions(printer, attr.getKind(), attr.getChunk());
}
