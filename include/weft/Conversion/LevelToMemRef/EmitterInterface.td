//===- EmitterInterface.td - Declaration of emitters -------*- tablegen -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code of level functions is emitted through interfaces, one for each
// capability, which are attached to level types as external models, so that the
// level dialect knows no loops and no memory. A level type has the capabilities
// whose interfaces it implements, and no others; so no method can fail for the
// want of one, and none has a default.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_EMITTERINTERFACE_TD
#define WEFT_CONVERSION_LEVELTOMEMREF_EMITTERINTERFACE_TD

include "mlir/IR/OpBase.td"

class EmitterInterface<string name> : AttrInterface<name # "EmitterInterface"> {
  let cppNamespace = "::weft";
}

/// A level function: what it emits, and its parameters behind the site, which
/// says where and for which level.
class LevelFunction<string description, string result, string name, dag others>
    : InterfaceMethod<description, result, name,
        !con((ins "const ::weft::LevelSite &":$site), others)>;

#endif // WEFT_CONVERSION_LEVELTOMEMREF_EMITTERINTERFACE_TD
