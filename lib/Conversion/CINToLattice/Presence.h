//===- Presence.h - Known presence of operands ------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result stores a component only where a term of it is present
// (docs/decisions/absence.md). Where the loops themselves tell, nothing is
// emitted that finds out; what they leave open is decided here.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_CINTOLATTICE_PRESENCE_H
#define WEFT_LIB_CONVERSION_CINTOLATTICE_PRESENCE_H

#include "EmitContext.h"
#include "Scope.h"

namespace weft {
namespace cin_to_lattice {

/// Whether an assignment stores a component wherever the foralls further inside
/// come to, and they come somewhere: what it assigns differs from what is there
/// if nothing is present; or all that it reads is stored at every coordinate
/// that is still to be bound; or the forall around comes only to coordinates at
/// which enough of it is.
bool alwaysStores(cin::AssignOp assign, const KernelInfo &info,
                  const Scope &scope);

/// Whether the consumer of a scalar workspace takes its absence for something
/// else than its fill: a product of it with an infinity, or a result that
/// stores only what is present.
bool isAbsenceObserved(cin::WhereOp where, const KernelInfo &info);

/// Whether the producer of a scalar workspace assigns something present unless
/// a dimension that it iterates over is empty.
bool findsSomething(cin::WhereOp where, const KernelInfo &info,
                    const Scope &scope);

/// Emits whether no dimension is empty that such a producer iterates over; null
/// if none can be.
mlir::Value emitIsNotEmpty(const EmitContext &context, cin::WhereOp where,
                           const Scope &scope);

} // namespace cin_to_lattice
} // namespace weft

#endif // WEFT_LIB_CONVERSION_CINTOLATTICE_PRESENCE_H
