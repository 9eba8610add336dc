//===- Listings.h - A kernel at its levels ----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last part of a page: the text of a kernel beside what it becomes, whose
// lines know which part of the text they are of.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_EXPLAIN_LISTINGS_H
#define WEFT_LIB_EXPLAIN_LISTINGS_H

#include "Html.h"

#include "weft/Explain/ExplanationPage.h"

namespace weft {
namespace explain {

void writeListings(llvm::raw_ostream &os, const ExplanationPage &page,
                   const MarkedNames &names);

} // namespace explain
} // namespace weft

#endif // WEFT_LIB_EXPLAIN_LISTINGS_H
